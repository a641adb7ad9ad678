/** Time that the browser has to give a lost context back before another canvas is tried, in ms. */
const PATIENCE = 1500;

/** Names of drivers that draw without a graphics card, which not every browser tells otherwise. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|basic render|software/i;

/** Tells whether a context is drawn by the processor. */
function isDrawnInSoftware(gl: WebGL2RenderingContext): boolean {
  const name = String(gl.getParameter(gl.RENDERER));
  // Firefox tells the name here, and complains of who asks the extension.
  if (!name.startsWith('WebKit')) return SOFTWARE.test(name);
  const told = gl.getExtension('WEBGL_debug_renderer_info');
  return told !== null && SOFTWARE.test(String(gl.getParameter(told.UNMASKED_RENDERER_WEBGL)));
}

/** A canvas with its graphics context, and whether the processor draws it. */
type Context = { canvas: HTMLCanvasElement; gl: WebGL2RenderingContext; isInSoftware: boolean };

/**
 * Opens a graphics context in a canvas, without a graphics card too. A canvas has one context for good: where it opened one for a
 * graphics card that is not there, another canvas takes its place.
 *
 * @param isAlone whether nothing of the page covers the canvas from side to side
 * @param wasInSoftware whether a former context of the page was drawn by the processor
 * @throws Error when the browser has no WebGL 2
 */
export function contextOf(given: HTMLCanvasElement, isAlone: boolean, wasInSoftware = false): Context {
  const options = { antialias: false };
  let canvas = given;
  const gl = wasInSoftware
    ? null
    : given.getContext('webgl2', { ...options, failIfMajorPerformanceCaveat: true });
  if (gl && !isDrawnInSoftware(gl)) return { canvas, gl, isInSoftware: false };
  if (gl) {
    canvas = given.cloneNode() as HTMLCanvasElement;
    given.replaceWith(canvas);
    gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
  // Without a graphics card Chromium paints a canvas with the page: as it is, which is cleared unless it is preserved, and of what lies
  // beside a bar across it, or is scrolled into sight there, as it was. A surface of its own is right, and takes eight megabytes more.
  const slow = canvas.getContext('webgl2', {
    ...options,
    ...(isAlone ? { preserveDrawingBuffer: true } : { desynchronized: true }),
  });
  if (!slow) throw new Error('No WebGL 2');
  return { canvas, gl: slow, isInSoftware: true };
}

/**
 * Follows the size of a canvas, and its graphics context, which the browser takes back when memory is short, when a phone slept or a
 * driver was restarted. Where it does not give it back, another canvas takes the place of the first.
 *
 * @param onLost returns whether the context is waited for
 * @param onBack receives the canvas that has a context again
 * @returns a function that stops it, and takes the canvas away
 */
export function watchCanvas(
  given: HTMLCanvasElement,
  {
    onSize,
    onLost,
    onBack,
  }: {
    onSize: (width: number, height: number) => void;
    onLost: () => boolean;
    onBack: (canvas: HTMLCanvasElement) => void;
  },
): () => void {
  let canvas = given;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const sizes = new ResizeObserver(
    ([entry]) => entry && onSize(entry.contentRect.width, entry.contentRect.height),
  );
  const lose = (event: Event) => {
    // Without it, the context is never given back.
    event.preventDefault();
    if (!onLost()) return;
    waiting = setTimeout(() => {
      unwatch();
      const fresh = canvas.cloneNode() as HTMLCanvasElement;
      canvas.replaceWith(fresh);
      canvas = fresh;
      watch();
      onBack(canvas);
    }, PATIENCE);
  };
  const restore = () => {
    clearTimeout(waiting);
    onBack(canvas);
  };
  const watch = () => {
    canvas.addEventListener('webglcontextlost', lose);
    canvas.addEventListener('webglcontextrestored', restore);
    sizes.observe(canvas);
  };
  const unwatch = () => {
    canvas.removeEventListener('webglcontextlost', lose);
    canvas.removeEventListener('webglcontextrestored', restore);
    sizes.disconnect();
  };
  watch();
  return () => {
    clearTimeout(waiting);
    unwatch();
    canvas.remove();
  };
}
