import { readdirSync, readFileSync } from 'node:fs';
import { type DemoPicture, demoDrive } from '../unit/demo-street.ts';
import { direction, exifDate, gpsTime, photo, position } from '../unit/photo-files.ts';

const HOUR = 3_600_000;
const STREET = 'supabase/seed/rue';
const { pictures, track } = demoDrive('A');

type Shot = Parameters<typeof photo>[0];
/** A folder of one day's files in memory: name → content. */
type Folder = Record<string, string | Uint8Array | Blob>;

/** What the screen says of the unchanged demo drive; a case lists what differs. Seconds are rounded. */
const demoSays = {
  imported: '10 photos importées, 1 trace GPS lue',
  read: 'trace.gpx : 37 points lus, 37 gardés.',
  aside: '',
  points: '1 trace GPS, 37 points',
  times: 'heure lue : DateTimeOriginal · fuseau : OffsetTimeOriginal, UTC−04:00',
  offset: 'Proposé : l’horloge de l’appareil avance de 47 s, d’après les positions écrites par l’appareil.',
  doubt: '',
  kept: '10 photos gardées sur 10 0,07 km · 1 séquence · 0 coupure · 0 virage',
};

type SurveyCase = {
  name: string;
  folder: Folder;
  says?: Partial<typeof demoSays>;
  /** The button that answers the screen's question, and what the screen says then. */
  answer?: { press: string; says: Partial<typeof demoSays> };
};

/** Returns everything that the screen must say, in order. */
export function expectedText(says: Partial<typeof demoSays> = {}): string {
  const { points, times, ...all } = { ...demoSays, ...says };
  const { imported, read, aside, offset, doubt, kept } = all;
  const clock = [points, times].filter(Boolean).join(' · ');
  return [imported, read, aside, clock, offset, doubt, kept].filter(Boolean).join(' | ');
}

/**
 * Formats the time on a camera's clock, in a UTC offset in hours, when the demo camera took a picture or `by` ms later.
 */
const times = ({ cameraTime }: DemoPicture, zone = -4, by = 0) => {
  const wall = cameraTime + by + zone * HOUR;
  return { DateTimeOriginal: exifDate(wall), SubSecTimeOriginal: String(wall % 1000).padStart(3, '0') };
};
const place = ({ lat, lon } = { lat: 0, lon: 0 }, west = 'W') =>
  position([Math.floor(lat), 0, (lat % 1) * 3600], [Math.floor(-lon), 0, (-lon % 1) * 3600], west);

const asDemo = (picture: DemoPicture): Shot => ({
  times: { ...times(picture), OffsetTimeOriginal: '-04:00' },
  gps: [...place(picture.cameraPosition), ...direction(picture.heading, 'T')],
});
/** Makes the pictures of the demo drive as another camera would write them. */
const shots = (shotOf: (picture: DemoPicture) => Shot = asDemo): Folder =>
  Object.fromEntries(pictures.map((picture) => [picture.file.replace('avant/', ''), photo(shotOf(picture))]));

const gpxText = (...segments: string[]) =>
  `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk>${segments.map((points) => `<trkseg>${points}</trkseg>`).join('')}</trk></gpx>`;
const points = (some: typeof track, timeOf = (time: number) => new Date(time).toISOString()) =>
  some
    .map(({ lat, lon, time }) => `<trkpt lat="${lat}" lon="${lon}"><time>${timeOf(time)}</time></trkpt>`)
    .join('');
const untimedPoints = (some: typeof track) => points(some).replaceAll(/<time>.*?<\/time>/g, '');
/** Moves the track in time by ms, and aside by degrees. */
const movedTrack = (by: number, aside = 0) =>
  track.map(({ lat, lon, time, segment }) => ({
    lat: lat + aside,
    lon: lon + aside,
    time: time + by,
    segment,
  }));
const demoTrack = { 'trace.gpx': gpxText(points(track)) };

/** Makes the demo drive start at another moment, with a camera on standard time that writes no offset. */
const begunAt = (moment: string): Folder => {
  const by = Date.parse(moment) - (track[0]?.time ?? 0);
  return {
    ...shots((picture) => ({ ...asDemo(picture), times: times(picture, -5, by) })),
    'trace.gpx': gpxText(points(movedTrack(by))),
  };
};

const SPACING =
  'Proposé : l’horloge de l’appareil avance de 48 s, d’après la régularité des distances. D’autres décalages conviennent presque autant : vérifiez sur la carte.';
const NO_OFFSET =
  'Aucun décalage de moins de 15 minutes ne met les photos sur la trace. Est-ce la trace de ce jour? Sinon, l’appareil était réglé sur un autre fuseau : essayez 3 600 secondes par heure d’écart.';
const TWO_TRACKS = {
  imported: '10 photos importées, 2 traces GPS lues',
  read: 'recepteur.gpx : 37 points lus, 37 gardés. | telephone.gpx : 37 points lus, 37 gardés.',
};
const CHANGE_NIGHT = { times: 'heure lue : DateTimeOriginal · fuseau : inconnu, nuit où l’heure change' };
const ANY_SIDE = '10 photos de la nuit où l’heure change : rien ne dit de quel côté du changement.';

/** Folders of the demo drive as other cameras and receivers write them. */
export const surveyCases: SurveyCase[] = [
  {
    name: 'la rue telle que sa caméra l’a écrite',
    folder: {
      ...Object.fromEntries(
        readdirSync(`${STREET}/avant`).map((name) => [name, readFileSync(`${STREET}/avant/${name}`)]),
      ),
      'trace.gpx': readFileSync(`${STREET}/rue-des-erables-2025-10-28.gpx`),
    },
  },
  {
    name: 'premiers points sans heure',
    folder: { ...shots(), 'trace.gpx': gpxText(untimedPoints(track.slice(0, 5)) + points(track.slice(5))) },
    says: {
      read: 'trace.gpx : 37 points lus, 32 gardés; ignorés : 5 sans heure.',
      points: '1 trace GPS, 32 points',
    },
  },
  {
    name: 'segment sans heure d’abord',
    folder: { ...shots(), 'trace.gpx': gpxText(untimedPoints(movedTrack(0, 0.01)), points(track)) },
    says: { read: 'trace.gpx : 74 points lus, 37 gardés; ignorés : 37 sans heure.' },
  },
  {
    name: 'heures sans fuseau',
    folder: { ...shots(), 'trace.gpx': demoTrack['trace.gpx'].replaceAll('Z</time>', '</time>') },
    says: {
      read: `${demoSays.read} Ses heures n’ont pas de fuseau : elles sont lues en UTC, comme le format le prévoit.`,
    },
  },
  {
    name: 'deux récepteurs des mêmes minutes',
    folder: {
      ...shots(),
      'recepteur.gpx': demoTrack['trace.gpx'],
      'telephone.gpx': gpxText(points(movedTrack(500, 0.00004))),
    },
    says: {
      ...{ ...TWO_TRACKS, points: '', times: '', offset: '', kept: '' },
      aside:
        'Ces traces couvrent les mêmes minutes : mêlées, elles feraient un trajet que personne n’a parcouru. Gardez celle du meilleur récepteur. Les autres sont retirées du relevé; leur fichier reste dans le dossier. | recepteur.gpx 37 points, de 14 h 05 min 3 s à 14 h 05 min 39 s Garder | telephone.gpx 37 points, de 14 h 05 min 3 s à 14 h 05 min 39 s Garder',
    },
    answer: { press: 'Garder recepteur.gpx', says: TWO_TRACKS },
  },
  {
    name: 'longitudes sans leur W',
    folder: {
      ...shots((picture) => ({ ...asDemo(picture), gps: place(picture.cameraPosition, 'E') })),
      ...demoTrack,
    },
    says: {
      offset: SPACING,
      doubt:
        '10 positions de l’appareil sont loin du relevé (signe perdu, latitude et longitude inversées?) : laissées de côté.',
    },
  },
  {
    name: 'positions figées',
    folder: {
      ...shots((picture) => ({ ...asDemo(picture), gps: place({ lat: 48.4474, lon: -68.5231 }) })),
      ...demoTrack,
    },
    says: {
      offset: SPACING,
      doubt:
        '10 photos répètent une même position de l’appareil (récepteur figé, ou véhicule à l’arrêt) : laissées de côté.',
    },
  },
  {
    name: 'directions magnétiques',
    folder: {
      ...shots((picture) => ({
        ...asDemo(picture),
        gps: [...place(picture.cameraPosition), ...direction((picture.heading + 17) % 360, 'M')],
      })),
      ...demoTrack,
    },
    says: {
      doubt: '10 directions magnétiques corrigées de la déclinaison du lieu et du jour : 16,3 ° ouest.',
    },
  },
  {
    name: 'CreateDate seulement',
    folder: {
      ...shots((picture) => ({
        ...asDemo(picture),
        times: { DateTimeDigitized: times(picture).DateTimeOriginal, OffsetTimeDigitized: '-04:00' },
      })),
      ...demoTrack,
    },
    says: { times: 'heure lue : CreateDate · fuseau : OffsetTimeDigitized, UTC−04:00' },
  },
  {
    name: 'sans trace, horloge en UTC, fuseau par le GPS',
    folder: shots((picture) => {
      const [day = '', time = ''] = exifDate(picture.cameraTime).split(' ');
      const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
      return {
        times: times(picture, 0),
        gps: [...place(picture.cameraPosition), ...gpsTime(day, hour, minute, second)],
      };
    }),
    says: {
      ...{ imported: '10 photos importées', read: '', offset: '' },
      points: 'Aucune trace GPS : les positions sont celles que l’appareil a écrites',
      times: 'heure lue : DateTimeOriginal · fuseau : heure du GPS, UTC+00:00',
    },
  },
  {
    name: 'nuit où l’heure recule, deuxième passage',
    folder: begunAt('2025-11-02T06:30:00Z'),
    says: {
      ...CHANGE_NIGHT,
      offset: NO_OFFSET,
      doubt: `${ANY_SIDE} Lues en HAE. La trace GPS, elle, a été prise en HNE.`,
    },
    answer: {
      press: 'Les lire en HNE',
      says: {
        ...CHANGE_NIGHT,
        doubt: `${ANY_SIDE} Lues en HNE. | À partir de R0010001.JPG : 3 600 s de moins Retirer`,
      },
    },
  },
  {
    name: 'nuit où l’heure avance, appareil resté en HNE',
    folder: begunAt('2026-03-08T06:58:55Z'),
    says: {
      times:
        'heure lue : DateTimeOriginal · fuseau : heure du Québec, faute de fuseau (5 photos), HNE, d’après les autres photos (5 photos)',
      doubt:
        '5 photos affichent une heure qui n’existe pas : la nuit où l’heure avance, on passe de 2 h à 3 h. L’appareil n’a pas changé d’heure : ces heures sont lues en HNE.',
    },
  },
  {
    name: 'trou dans la trace',
    folder: {
      ...shots((picture) => ({
        times: { ...times(picture, -4, -47_000), OffsetTimeOriginal: '-04:00' },
      })),
      'trace.gpx': gpxText(points(track.slice(0, 8)), points(track.slice(26))),
    },
    says: {
      ...{ read: 'trace.gpx : 19 points lus, 19 gardés.', points: '1 trace GPS, 19 points' },
      offset: NO_OFFSET,
      kept: '0 photo gardée sur 10 0 km · 0 séquence · 0 coupure · 0 virage | 10 photos prises pendant que le récepteur était perdu : la trace ne les place pas. | 10 photos sans position : hors de la trace, et sans position de l’appareil.',
    },
  },
  {
    name: 'photo ordinaire',
    folder: {
      ...shots(),
      'IMG_2041.JPG': photo({ date: '2025:10:28 14:06:07', width: 4000, height: 3000 }),
      ...demoTrack,
    },
    says: {
      aside:
        '1 photo mise de côté : | IMG_2041.JPG. Un panorama à 360° est deux fois plus large que haut : cette image a 4 000 × 3 000 pixels.',
    },
  },
  {
    name: 'nom refusé',
    folder: { ...shots(), 'R0\n1.JPG': photo({ date: '2025:10:28 14:06:20' }), ...demoTrack },
    says: {
      aside:
        'R0↵1.JPG : son nom contient un saut de ligne ou un caractère de commande. Renommez le fichier, puis rouvrez le dossier.',
    },
  },
];
