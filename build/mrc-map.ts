import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { area, difference, FillRule, getBoundsPaths, intersect, type Paths64, rectClip } from 'clipper2-ts';
import { feature } from 'topojson-client';
import { topology } from 'topojson-server';
import { presimplify, simplify } from 'topojson-simplify';
import type { Plugin } from 'vite';
import {
  boxWidth,
  heightOf,
  INSET_FRAME,
  NORTH_FRAME,
  SOUTH_FRAME,
} from '../src/shared/lib/quebec-frames.ts';
import { type Box, project } from '../src/shared/lib/quebec-projection.ts';
import { type Position, shapesOf, type Topology } from '../src/shared/lib/topology.ts';

const readJson = (file: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8')) as Topology;

/** Name of the virtual module that pages import. */
const VIRTUAL_ID = 'virtual:mrc-map';

/** Steps of the drawing's grid in a kilometre. */
const POINTS_PER_UNIT = 2;

type Line = (readonly [x: number, y: number])[];
type Outlines = { land: Line[]; lakes: Line[]; rivers: Line[]; mrcs: Map<string, Line[]> };

const projectedLine = (ring: readonly Position[]): Line => ring.map((position) => project(position));

/** Reads land, lakes and rivers (Natural Earth) and the MRCs (MRNF), in kilometres of the map. */
function outlines(): Outlines {
  const water = readJson('natural-earth.topo.json');
  const mrcs = readJson('../src/admin/municipalities/data/shipped/mrc.topo.json');
  const lines = (name: string) => shapesOf(water, name).flatMap(({ rings }) => rings.map(projectedLine));
  return {
    land: lines('land'),
    lakes: lines('lakes'),
    rivers: lines('rivers'),
    mrcs: new Map(
      shapesOf(mrcs, 'mrc').map(({ properties, rings }) => [
        (properties.MRS_CO_MRC ?? '').padEnd(3, '0'),
        rings.map(projectedLine),
      ]),
    ),
  };
}

/**
 * Simplifies all lines together, so that neighbours still meet: points whose triangle is smaller than `least` square
 * kilometres go, the smallest first.
 */
function simplifyOutlines({ land, lakes, rivers, mrcs }: Outlines, least: number): Outlines {
  const polygons = (rings: Line[]) => ({
    type: 'MultiPolygon' as const,
    coordinates: rings.map((ring) => [ring.map(([x, y]) => [x, y])]),
  });
  const objects = {
    land: polygons(land),
    lakes: polygons(lakes),
    rivers: {
      type: 'MultiLineString' as const,
      coordinates: rivers.map((line) => line.map(([x, y]) => [x, y])),
    },
    ...Object.fromEntries([...mrcs].map(([code, rings]) => [`mrc-${code}`, polygons(rings)])),
  };
  // Its types give each shape properties that may be `null`, which those of the next step do not take.
  const drawn = simplify(presimplify(topology(objects, 1e5) as Parameters<typeof presimplify>[0]), least);
  const linesOf = (name: string): Line[] => {
    const { geometry } = feature(drawn, drawn.objects[name] as (typeof drawn.objects)[string]) as unknown as {
      geometry: { type: string; coordinates: unknown };
    };
    const { type, coordinates } = geometry;
    return type === 'MultiPolygon' ? (coordinates as Line[][]).flat() : (coordinates as Line[]);
  };
  return {
    land: linesOf('land'),
    lakes: linesOf('lakes'),
    rivers: linesOf('rivers'),
    mrcs: new Map([...mrcs.keys()].map((code) => [code, linesOf(`mrc-${code}`)])),
  };
}

/** The shapes in a frame of the map: land without its lakes, and the land of each MRC. */
type Ground = { land: Paths64; rivers: Paths64; mrcs: Map<string, Paths64> };

/**
 * Cuts everything to a frame, and the MRCs, whose boundaries run through the river, to land.
 *
 * @param step steps of the grid in a kilometre
 * @param speck area in steps under which an island or a lake is left out
 */
function ground({ land, lakes, rivers, mrcs }: Outlines, frame: Box, step: number, speck: number): Ground {
  const grid = (lines: Line[], least = speck): Paths64 =>
    lines
      .map((line) => line.map(([x, y]) => ({ x: Math.round(x * step), y: Math.round(y * step) })))
      .filter((path) => Math.abs(area(path)) >= least);
  // A little beyond the frame, so that the cut is not seen.
  const rect = {
    left: Math.floor(frame.left * step) - 4,
    top: Math.floor(frame.top * step) - 4,
    right: Math.ceil(frame.right * step) + 4,
    bottom: Math.ceil(frame.bottom * step) + 4,
  };
  const dry = difference(rectClip(rect, grid(land)), rectClip(rect, grid(lakes)), FillRule.EvenOdd);
  const cut = [...mrcs].map(([code, rings]): [string, Paths64] => {
    const inFrame = rectClip(rect, grid(rings));
    // Draws only the land around the MRC, because the whole takes ten times as long.
    const onLand =
      inFrame.length > 0 ? intersect(inFrame, rectClip(getBoundsPaths(inFrame), dry), FillRule.EvenOdd) : [];
    return [code, onLand.filter((path) => Math.abs(area(path)) >= speck)];
  });
  return {
    land: dry.filter((path) => Math.abs(area(path)) >= speck),
    rivers: grid(rivers, 0),
    mrcs: new Map(cut.filter(([, paths]) => paths.length > 0)),
  };
}

/** Writes lines as an SVG path, each point as the step from the one before. */
function svgPathOf(paths: Paths64, end: 'z' | ''): string {
  return paths
    .map((path) => {
      let from = { x: 0, y: 0 };
      const steps = path.map((point) => {
        const step = `${point.x - from.x} ${point.y - from.y}`;
        from = point;
        return step;
      });
      return `M${steps[0]}l${steps.slice(1).join(' ').replaceAll(' -', '-')}${end}`;
    })
    .join('');
}

/** The two frames of the map: the south, and the whole in the inset. */
export function mapAreas(): { south: Ground; north: Ground } {
  const all = outlines();
  return {
    south: ground(simplifyOutlines(all, 2.5), SOUTH_FRAME, POINTS_PER_UNIT, 30),
    north: ground(simplifyOutlines(all, 60), NORTH_FRAME, 0.5, 12),
  };
}

/** The tones of the site's palette (shared/styles.css), which a picture of its own does not know. */
const COLORS = {
  water: '#d3e4ea',
  shore: '#8fb1bd',
  neighbour: '#e9edec',
  land: '#ffffff',
  boundary: '#b9c6c9',
};

/** Draws the map: water, land, lakes, rivers and the MRCs, each under its code so that a page may colour it. */
function picture({ south, north }: ReturnType<typeof mapAreas>): string {
  const box = (frame: Box, step: number) =>
    [frame.left, frame.top, boxWidth(frame), heightOf(frame)].map((value) => value * step).join(' ');
  const mrcs = [...south.mrcs].map(([code, paths]) => `<path id="m${code}" d="${svgPathOf(paths, 'z')}"/>`);
  const quebec = [...north.mrcs.values()].map((paths) => svgPathOf(paths, 'z')).join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box(SOUTH_FRAME, POINTS_PER_UNIT)}" fill-rule="evenodd">`,
    '<style>path{vector-effect:non-scaling-stroke}</style>',
    `<rect x="-9999" y="-9999" width="19998" height="19998" fill="${COLORS.water}"/>`,
    `<path d="${svgPathOf(south.land, 'z')}" fill="${COLORS.neighbour}" stroke="${COLORS.shore}" stroke-width=".7"/>`,
    `<g fill="${COLORS.land}" stroke="${COLORS.boundary}" stroke-width=".7">${mrcs.join('')}</g>`,
    `<path d="${svgPathOf(south.rivers, '')}" fill="none" stroke="${COLORS.water}" stroke-width="1.4"/>`,
    `<svg x="${INSET_FRAME.left * POINTS_PER_UNIT}" y="${INSET_FRAME.top * POINTS_PER_UNIT}" width="${boxWidth(INSET_FRAME) * POINTS_PER_UNIT}" height="${heightOf(INSET_FRAME) * POINTS_PER_UNIT}" viewBox="${box(NORTH_FRAME, 0.5)}">`,
    `<rect x="-9999" y="-9999" width="19998" height="19998" fill="${COLORS.water}"/>`,
    `<path d="${svgPathOf(north.land, 'z')}" fill="${COLORS.neighbour}"/>`,
    `<path d="${quebec}" fill="${COLORS.land}"/>`,
    '</svg>',
    '</svg>',
  ].join('');
}

/** Makes the picture of the map and the codes of the MRCs that it draws. */
export function drawMap(): { svg: string; codes: string[] } {
  const both = mapAreas();
  return { svg: picture(both), codes: [...both.south.mrcs.keys()] };
}

/** The picture as a file, which the scripts of a page and their rendering on the server share: drawn once a process. */
let made: (ReturnType<typeof drawMap> & { file: string }) | undefined;
function map() {
  if (!made) {
    const { svg, codes } = drawMap();
    const version = createHash('sha256').update(svg).digest('hex').slice(0, 8);
    made = { svg, codes, file: `assets/carte-${version}.svg` };
  }
  return made;
}

/** Gives the pages of the site their map, as a picture of its own that browsers keep. */
export function mrcMap(): Plugin {
  return {
    name: 'mrc-map',
    resolveId: (id) => (id === VIRTUAL_ID ? `\0${VIRTUAL_ID}` : undefined),
    load(id) {
      if (id !== `\0${VIRTUAL_ID}`) return undefined;
      const { svg, codes, file } = map();
      if (this.environment.mode === 'build') this.emitFile({ type: 'asset', fileName: file, source: svg });
      return `export const mapPicture = ${JSON.stringify(`/${file}`)}; export const mrcCodes = ${JSON.stringify(codes)}`;
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!request.url?.startsWith('/assets/carte-')) return next();
        response.setHeader('Content-Type', 'image/svg+xml');
        response.end(map().svg);
      });
    },
  };
}
