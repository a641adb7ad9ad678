import { geoJsonOf, gpxOf } from '../../../../src/admin/surveys/data/open-formats.ts';
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
  /** Root of the seal, its time stamp, and the authority's certificate. */
  seal: { root: Thing; stamp: Thing; certificate: Thing };
};

/** Makes a survey of pictures whose names are syntax elsewhere, with a track of two segments and a stamped seal. */
export async function makeSurvey(write: Write): Promise<Survey> {
  const manifest = manifestOf(
    ['avant/a.jpg', 'avant/b & <c>.jpg', 'après/Œ "d".jpg'].map((path, index) => ({
      path,
      bytes: new Uint8Array(index + 1),
    })),
  );
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
    seal: {
      root: write('racine.bin', root),
      stamp: write('horodatage-1.tsr', await stampOf(authority, root)),
      certificate: write('racines.pem', authority.rootPem),
    },
  };
}
