import { basename } from 'node:path';
import type { ManifestPicture } from '../../../../src/shared/evidence/manifest.ts';
import { differenceOf, type Finding, type Judge } from '../judge.ts';
import { run, versionOf } from '../programs.ts';
import type { Survey } from '../things/survey.ts';

type Feature = {
  geometry: { coordinates: [lon: number, lat: number] } | null;
  properties: Record<string, unknown>;
};

/** Converts a layer to GeoJSON with GDAL, and returns its points. */
async function features(file: string, layer: string): Promise<{ read: Feature[]; said: string }> {
  const parameters = ['-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=7', '/vsistdout/', file, layer];
  const { stdout, stderr } = await run('ogr2ogr', parameters);
  return {
    read: (JSON.parse(stdout || '{"features":[]}') as { features: Feature[] }).features,
    said: stderr,
  };
}

const rounded = (value: number) => Number(value.toFixed(6));

/** Returns the points of a track: place, time and segment. */
const writtenPoints = ({ track }: Survey) =>
  track.points.map(([time, lat, lon, segment]) => [
    rounded(lon),
    rounded(lat),
    new Date(time).toISOString(),
    segment,
  ]);

const placeOf = ({ geometry }: Feature) => geometry?.coordinates.slice(0, 2).map(rounded) ?? null;
const place = ({ lon, lat }: ManifestPicture) =>
  lon === null || lat === null ? null : [rounded(lon), rounded(lat)];
/** « 2026/04/20 14:00:00.123+00 » of what it read, as the manifest has it. */
const moment = (text: unknown) =>
  new Date(String(text).replace(/\//g, '-').replace(' ', 'T').replace('+00', 'Z')).toISOString();

/** GDAL, the library behind municipal GIS programs. */
export const gdal: Judge = {
  name: 'GDAL',
  question:
    'Has every point of the GPX track, of the GeoJSON pictures and of the STAC catalogue, read back, its place, time, segment, heading and name?',
  version: () => versionOf('ogrinfo', '--version'),
  ask: async (things) => {
    const survey = await things.survey();
    const track = await features(survey.gpx.file, 'track_points');
    const pictures = await features(survey.geoJson.file, 'images');
    const findings: Finding[] = [track, pictures].flatMap(({ said }) =>
      said ? [{ rule: 'ogr2ogr', where: 'survey', message: said }] : [],
    );
    const { read: names } = await features(survey.gpx.file, 'tracks');
    findings.push(...differenceOf('name', survey.gpx.name, survey.track.name, names[0]?.properties.name));
    const points = track.read.map((point) => [
      ...(placeOf(point) ?? []),
      moment(point.properties.time),
      point.properties.track_seg_id,
    ]);
    findings.push(...differenceOf('points', survey.gpx.name, writtenPoints(survey), points));
    const { pictures: taken } = survey.manifest;
    const placed = taken.filter(({ lat }) => lat !== null);
    findings.push(
      ...differenceOf(
        'pictures',
        survey.geoJson.name,
        placed.map((picture) => [place(picture), picture.path, picture.sha256, picture.heading]),
        pictures.read.map((picture) => {
          const { path, sha256, heading } = picture.properties;
          return [placeOf(picture), path, sha256, heading];
        }),
      ),
    );
    const items = [...survey.stac].filter(([name]) => name.startsWith('items/'));
    const dated = taken.filter(({ takenAt }) => takenAt !== null);
    findings.push(...differenceOf('items', 'stac', dated.length, items.length));
    for (const [index, picture] of dated.entries()) {
      const [name = '', item] = items[index] ?? [];
      const { read, said } = await features(item?.file ?? '', basename(name, '.json'));
      if (said) findings.push({ rule: 'ogr2ogr', where: name, message: said });
      const written = [place(picture), picture.takenAt, picture.heading ?? undefined, picture.sha256];
      const [feature] = read;
      const properties = feature?.properties ?? {};
      findings.push(
        ...differenceOf('item', name, written, [
          feature && placeOf(feature),
          moment(properties.datetime),
          properties['view:azimuth'],
          properties['territoire360:sha256'],
        ]),
      );
    }
    return {
      judged: { points: survey.track.points.length, pictures: placed.length, items: dated.length },
      findings,
    };
  },
};

/** GPSBabel converts the files of GPS receivers. */
export const gpsbabel: Judge = {
  name: 'GPSBabel',
  question: 'Does the GPX track, written again in another format, keep every point and its time?',
  version: () => versionOf('gpsbabel', '-V'),
  ask: async (things) => {
    const survey = await things.survey();
    const where = survey.gpx.name;
    const parameters = ['-t', '-i', 'gpx', '-f', survey.gpx.file, '-o', 'unicsv,utc=0', '-F', '-'];
    const { stdout, stderr } = await run('gpsbabel', parameters);
    const [heading = '', ...rows] = stdout.trim().split(/\r?\n/);
    const at = (name: string) => heading.split(',').indexOf(name);
    const read = rows.map((row) => {
      const cells = row.split(',').map((cell) => cell.replaceAll('"', ''));
      const [lat, lon] = [Number(cells[at('Latitude')]), Number(cells[at('Longitude')])];
      const day = cells[at('Date')]?.replaceAll('/', '-');
      return [rounded(lon), rounded(lat), new Date(`${day}T${cells[at('Time')]}Z`).toISOString()];
    });
    const written = writtenPoints(survey).map((point) => point.slice(0, 3));
    const findings = stderr ? [{ rule: 'gpsbabel', where, message: stderr }] : [];
    return {
      judged: { points: written.length },
      findings: [...findings, ...differenceOf('points', where, written, read)],
    };
  },
};

/** OpenSSL, which the evidence folder's instructions use. */
export const openssl: Judge = {
  name: 'OpenSSL',
  question:
    'Does the stamp of a seal hold for its root, by the authority’s certificate, and for no other root?',
  version: () => versionOf('openssl', 'version'),
  ask: async (things) => {
    const { seal } = await things.survey();
    const verify = (data: string) =>
      run('openssl', [
        'ts',
        '-verify',
        '-data',
        data,
        '-in',
        seal.stamp.file,
        '-CAfile',
        seal.certificate.file,
      ]);
    const own = await verify(seal.root.file);
    const other = await verify(seal.certificate.file);
    const findings: Finding[] = [];
    const where = seal.stamp.name;
    if (own.code !== 0) findings.push({ rule: 'verify', where, message: own.stderr });
    if (other.code === 0) findings.push({ rule: 'verify', where, message: 'it holds for another file too' });
    return { judged: { stamps: 1 }, findings };
  },
};
