import { vectorOf } from './camera';
import type { Patch } from './tile-choice';

/** A part of a sphere in the graphics memory. */
export type Drawn = {
  texture: WebGLTexture;
  shape: WebGLVertexArrayObject;
  points: WebGLBuffer;
  /** Number of corners of its triangles. */
  count: number;
  bytes: number;
};

/** The source of a picture. */
type Source = ImageBitmap | HTMLCanvasElement;

/** A part of the sphere as it is drawn now: `depth` from 0, in front, to 1; `share` of it that covers what is behind. */
export type Drawing = { drawn: Drawn; depth: number; share: number };

/** A rectangle of the canvas in its own pixels, from the lower left corner. */
export type Box = { x: number; y: number; width: number; height: number };

/** Cells of the grid that a sphere is made of, around and from pole to pole: fine enough that none is seen to be flat. */
const CELLS = { around: 128, high: 64 };

/** Rows of a large picture that are put into the graphics memory at a time: about as much as a tile. */
const BAND = 128;

/** More directions along which a slanted patch is read cost more than they show. */
const MOST_ANISOTROPY = 4;

const VERTEX = `#version 300 es
in vec3 place;
in vec2 spot;
uniform mat4 clip;
uniform float depth;
out vec2 at;
void main() {
  at = spot;
  vec4 point = clip * vec4(place, 1);
  gl_Position = vec4(point.xy, point.w * depth, point.w);
}`;

// A little sharper than the smaller copies of a picture would be, as long as nothing flickers.
const FRAGMENT = `#version 300 es
precision mediump float;
in highp vec2 at;
uniform mediump sampler2D picture;
uniform float share;
out vec4 colour;
void main() {
  colour = texture(picture, at, -0.5) * vec4(1, 1, 1, share);
}`;

/** Corners of a patch: five numbers each, its direction and its spot in the picture. */
function cornersOf({ west, east, south, north }: Patch, across: number, down: number): Float32Array {
  const corners = new Float32Array((across + 1) * (down + 1) * 5);
  let at = 0;
  for (let row = 0; row <= down; row++) {
    for (let column = 0; column <= across; column++) {
      const [u, v] = [column / across, row / down];
      corners.set([...vectorOf(west + (east - west) * u, north + (south - north) * v), u, v], at);
      at += 5;
    }
  }
  return corners;
}

/** The triangles between the corners of a grid. */
function trianglesOf(across: number, down: number): Uint16Array {
  const triangles = new Uint16Array(across * down * 6);
  let at = 0;
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const corner = row * (across + 1) + column;
      const below = corner + across + 1;
      triangles.set([corner, below, corner + 1, corner + 1, below, below + 1], at);
      at += 6;
    }
  }
  return triangles;
}

function programOf(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(kind) as WebGLShader;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.bindAttribLocation(program, 0, 'place');
  gl.bindAttribLocation(program, 1, 'spot');
  gl.linkProgram(program);
  return program;
}

/** Draws patches of spheres around one eye. */
export type SphereDrawing = ReturnType<typeof createDrawing>;

/**
 * Prepares a graphics context for patches of spheres.
 *
 * @param isInSoftware whether there is no graphics card, without which fine reading takes too long
 */
export function createDrawing(gl: WebGL2RenderingContext, isInSoftware: boolean) {
  const program = programOf(gl);
  // biome-ignore lint/correctness/useHookAtTopLevel: WebGL's, not React's
  gl.useProgram(program);
  const [clipAt, depthAt, shareAt] = ['clip', 'depth', 'share'].map((name) =>
    gl.getUniformLocation(program, name),
  );
  const grids = new Map<string, WebGLBuffer>();
  const sharpening = gl.getExtension('EXT_texture_filter_anisotropic');
  const anisotropy =
    sharpening && !isInSoftware
      ? Math.min(MOST_ANISOTROPY, gl.getParameter(sharpening.MAX_TEXTURE_MAX_ANISOTROPY_EXT))
      : 1;
  gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  gl.depthFunc(gl.LESS);

  const gridOf = (across: number, down: number) => {
    const name = `${across}/${down}`;
    const grid = grids.get(name) ?? gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, grid);
    if (!grids.has(name)) gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, trianglesOf(across, down), gl.STATIC_DRAW);
    grids.set(name, grid);
  };

  /** Puts corners, five numbers each, and the triangles of their grid into the graphics memory. */
  const shapeOf = (corners: Float32Array, across: number, down: number) => {
    const [shape, points] = [gl.createVertexArray(), gl.createBuffer()];
    gl.bindVertexArray(shape);
    gl.bindBuffer(gl.ARRAY_BUFFER, points);
    gl.bufferData(gl.ARRAY_BUFFER, corners, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 20, 0);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribPointer(1, 2, gl.FLOAT, false, 20, 12);
    gridOf(across, down);
    gl.bindVertexArray(null);
    return { shape, points, count: across * down * 6 };
  };

  /** Makes room for a picture in the graphics memory. */
  const textureOf = ({ width, height }: Source, isAround: boolean) => {
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    const copies = isInSoftware ? 0 : Math.floor(Math.log2(Math.max(width, height)));
    gl.texStorage2D(gl.TEXTURE_2D, 1 + copies, gl.RGBA8, width, height);
    gl.texParameteri(
      gl.TEXTURE_2D,
      gl.TEXTURE_MIN_FILTER,
      isInSoftware ? gl.LINEAR : gl.LINEAR_MIPMAP_LINEAR,
    );
    // The left and right edges of a whole panorama touch.
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, isAround ? gl.REPEAT : gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    if (sharpening && anisotropy > 1)
      gl.texParameterf(gl.TEXTURE_2D, sharpening.TEXTURE_MAX_ANISOTROPY_EXT, anisotropy);
    // With its smaller copies it takes a third more.
    return { texture, bytes: Math.ceil(width * height * (isInSoftware ? 4 : 16 / 3)) };
  };
  /** Puts rows of a picture into its place in the graphics memory, from the top one down to the last. */
  const fill = (texture: WebGLTexture, source: Source, top = 0, rows = source.height) => {
    const high = Math.min(rows, source.height - top);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.pixelStorei(gl.UNPACK_SKIP_ROWS, top);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, top, source.width, high, gl.RGBA, gl.UNSIGNED_BYTE, source);
    gl.pixelStorei(gl.UNPACK_SKIP_ROWS, 0);
    if (top + high === source.height && !isInSoftware) gl.generateMipmap(gl.TEXTURE_2D);
  };
  /** Makes room for a picture of a patch of the sphere, and the patch. */
  const placeOf = (source: Source, patch: Patch): Drawn => {
    const cells = (angle: number, all: number, whole: number) =>
      Math.max(1, Math.ceil((angle / whole) * all - 1e-9));
    const across = cells(patch.east - patch.west, CELLS.around, 2 * Math.PI);
    const down = cells(patch.north - patch.south, CELLS.high, Math.PI);
    const isAround = patch.east - patch.west > 6.28;
    return { ...textureOf(source, isAround), ...shapeOf(cornersOf(patch, across, down), across, down) };
  };

  return {
    /** The widest picture that the graphics card reads, in pixels. */
    widest: gl.getParameter(gl.MAX_TEXTURE_SIZE) as number,
    /** Puts a picture of a patch of the sphere into the graphics memory. */
    patch: (source: ImageBitmap, patch: Patch): Drawn => {
      const drawn = placeOf(source, patch);
      fill(drawn.texture, source);
      return drawn;
    },
    /** Does the same a band at a time, with a pause after each: a large picture would hold a frame up. */
    patchInBands: async (
      source: ImageBitmap,
      patch: Patch,
      pause: () => Promise<unknown>,
    ): Promise<Drawn> => {
      const drawn = placeOf(source, patch);
      for (let top = 0; top < source.height; top += BAND) {
        fill(drawn.texture, source, top, BAND);
        await pause();
      }
      return drawn;
    },
    /** Puts a picture with four corners into the graphics memory: a sign that hangs in the sphere. */
    sign: (source: HTMLCanvasElement, corners: Float32Array): Drawn => {
      const drawn = { ...textureOf(source, false), ...shapeOf(corners, 1, 1) };
      fill(drawn.texture, source);
      return drawn;
    },
    forget: ({ texture, shape, points }: Drawn) => {
      gl.deleteTexture(texture);
      gl.deleteVertexArray(shape);
      gl.deleteBuffer(points);
    },
    /** Empties the canvas. */
    clear: () => {
      gl.disable(gl.SCISSOR_TEST);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    },
    /**
     * Draws patches, the front ones first, so that what they hide is never painted. The ones that let something through come
     * last, over all that is behind them.
     *
     * @param frame the rectangle that the eye's whole view fills; `part` what is drawn of it
     * @param fade share of the whole that covers what the canvas shows
     */
    draw: (patches: readonly Drawing[], clip: Float32Array, frame: Box, part: Box = frame, fade = 1) => {
      gl.viewport(frame.x, frame.y, frame.width, frame.height);
      gl.enable(gl.SCISSOR_TEST);
      gl.scissor(part.x, part.y, part.width, part.height);
      gl.clear(gl.DEPTH_BUFFER_BIT);
      gl.uniformMatrix4fv(clipAt ?? null, false, clip);
      gl.enable(gl.DEPTH_TEST);
      const paint = ({ drawn, depth, share }: Drawing) => {
        gl.uniform1f(depthAt ?? null, depth);
        gl.uniform1f(shareAt ?? null, share * fade);
        gl.bindTexture(gl.TEXTURE_2D, drawn.texture);
        gl.bindVertexArray(drawn.shape);
        gl.drawElements(gl.TRIANGLES, drawn.count, gl.UNSIGNED_SHORT, 0);
      };
      if (fade >= 1) gl.disable(gl.BLEND);
      else gl.enable(gl.BLEND);
      for (const one of patches.filter(({ share }) => share >= 1).sort((a, b) => a.depth - b.depth))
        paint(one);
      gl.enable(gl.BLEND);
      for (const one of patches.filter(({ share }) => share < 1).sort((a, b) => b.depth - a.depth))
        paint(one);
    },
  };
}
