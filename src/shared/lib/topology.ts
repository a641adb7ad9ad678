/**
 * The part of TopoJSON that the boundaries of the MRCs are written in: quantised arcs, shared by neighbours. The library
 * that reads the whole format has not been released since 2019 (docs/decisions/0062).
 */
export type Topology = {
  transform: { scale: readonly number[]; translate: readonly number[] };
  arcs: readonly (readonly (readonly number[])[])[];
  objects: Record<string, { geometries: readonly TopologyGeometry[] }>;
};

type TopologyGeometry = {
  type: string;
  /** The rings of a polygon, or of several polygons; a ring is a list of arcs, `~n` for one taken backwards. */
  arcs: readonly unknown[];
  properties: Readonly<Record<string, string>>;
};

export type Position = readonly [longitude: number, latitude: number];

export type Shape = { properties: Readonly<Record<string, string>>; rings: Position[][] };

/** The shapes of an object, each with all its rings in degrees. */
export function shapesOf({ transform, arcs, objects }: Topology, name: string): Shape[] {
  const [stepX = 1, stepY = 1] = transform.scale;
  const [left = 0, bottom = 0] = transform.translate;
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx = 0, dy = 0]): Position => {
      x += dx;
      y += dy;
      return [left + x * stepX, bottom + y * stepY];
    });
  });
  const ringOf = (numbers: readonly number[]) =>
    numbers.flatMap((number, place) => {
      const line = number < 0 ? (lines[~number] ?? []).toReversed() : (lines[number] ?? []);
      // Each arc begins at the end of the previous one.
      return place === 0 ? line : line.slice(1);
    });
  return (objects[name]?.geometries ?? []).map(({ type, arcs: parts, properties }) => {
    const polygons = (type === 'MultiPolygon' ? parts : [parts]) as number[][][];
    return { properties, rings: polygons.flat().map(ringOf) };
  });
}
