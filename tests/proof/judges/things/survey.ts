import { geoJsonOf, gpxOf, stacCatalog } from '../../../../src/admin/surveys/data/open-formats.ts';
import type { Manifest } from '../../../../src/shared/evidence/manifest.ts';
import { rootOf } from '../../../../src/shared/evidence/seal.ts';
import { makeDemoAuthority, manifestOf, stampOf } from '../../../unit/sealed-folder.ts';
import type { Thing, Write } from './things.ts';

export type Survey = {
  manifest: Manifest;
  track: {
    name: string;
    points: readonly (readonly [time: number, lat: number, lon: number, segment: number])[];
  };
  gpx: Thing;
  geoJson: Thing;
  /** Every file of the STAC catalogue, by its path in it. */
  stac: Map<string, Thing>;
  /** Root of the seal, its time stamp, and the authority's certificate. */
  seal: { root: Thing; stamp: Thing; certificate: Thing };
};

/** A survey of pictures with names that are syntax elsewhere; two of them lack a place, a moment or a heading. */
function picturesOfEachKind(): Manifest {
  const paths = ['avant/a.jpg', 'avant/b & <c>.jpg', 'après/Œ "d".jpg', 'après/#e?.jpg', 'après/f.jpg'];
  const manifest = manifestOf(paths.map((path, index) => ({ path, bytes: new Uint8Array(index + 1) })));
  Object.assign(manifest.pictures[3] ?? {}, { lat: null, lon: null, placeSource: null });
  const unknown = { takenAt: null, timeSource: null, heading: null, headingSource: null };
  Object.assign(manifest.pictures[4] ?? {}, unknown);
  return manifest;
}

/** Makes a survey, its track in two segments, its catalogue, and its stamped seal. */
export async function makeSurvey(write: Write): Promise<Survey> {
  const manifest = picturesOfEachKind();
  const points = Array.from(
    { length: 6 },
    (_, index) =>
      [
        1_776_693_600_123 + index * 1000,
        48.4479 + index / 1e5,
        -68.5239 - index / 1e4,
        index < 3 ? 0 : 1,
      ] as const,
  );
  const track = { name: 'rue <des> "Érables" & co', points };
  const authority = await makeDemoAuthority();
  const root = rootOf(manifest);
  return {
    ...{ manifest, track },
    gpx: write('trace.gpx', gpxOf(track)),
    geoJson: write('images.geojson', geoJsonOf(manifest)),
    stac: new Map(
      [...stacCatalog(manifest, 'images/')].map(([name, text]) => [name, write(`stac/${name}`, text)]),
    ),
    seal: {
      root: write('racine.bin', root),
      stamp: write('horodatage-1.tsr', await stampOf(authority, root)),
      certificate: write('racines.pem', authority.rootPem),
    },
  };
}
