import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { perspective } from '../../build/perspective.ts';
import type { Floor, InfoPoint, PanoramaTour, Scene } from '../../src/shared/panorama-tour/panorama-tour.ts';

/**
 * Generates the extras of the demo tour of the old village: a floor plan, the square's sound, and a picture, sound and
 * document for its points. The sounds need `lame` (Debian's package).
 */

/** Area of the plan in metres, from west to east and from south to north, and its pixels per metre. */
const PLAN = { west: -30, east: 30, south: -32, north: 38, scale: 16 };
const PLAN_ID = 'rez-de-chaussee';

const toPixelsX = (x: number) => (x - PLAN.west) * PLAN.scale;
const toPixelsY = (y: number) => (PLAN.north - y) * PLAN.scale;

/** Draws a rectangle between two corners in metres. */
const drawBlock = (x1: number, y1: number, x2: number, y2: number, fill: string) =>
  `<rect x="${toPixelsX(Math.min(x1, x2))}" y="${toPixelsY(Math.max(y1, y2))}" width="${Math.abs(x2 - x1) * PLAN.scale}" height="${Math.abs(y2 - y1) * PLAN.scale}" rx="6" fill="${fill}" stroke="#6d7b80" stroke-width="2"/>`;

/**
 * Draws the square as its panoramas show it: houses on three sides, the church to the north, the fountain before it.
 */
function planSvg(): string {
  const size = { width: toPixelsX(PLAN.east), height: toPixelsY(PLAN.south) };
  const houses = [
    ...[-18, -6, 6].map((y) => drawBlock(-29, y, -19, y + 11, '#dcd6c8')),
    ...[-18, -6, 6].map((y) => drawBlock(19, y, 29, y + 11, '#dcd6c8')),
    ...[-16, -4, 8].map((x) => drawBlock(x, -31, x + 11, -23, '#dcd6c8')),
    drawBlock(-29, 19, -12, 27, '#dcd6c8'),
    drawBlock(12, 19, 29, 27, '#dcd6c8'),
  ];
  const trees = [
    [-11, 12],
    [11, 12],
    [-12, -12],
    [12, -12],
  ].map(([x = 0, y = 0]) => `<circle cx="${toPixelsX(x)}" cy="${toPixelsY(y)}" r="28" fill="#a9c4a4"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <rect width="100%" height="100%" fill="#f3f1ea"/>
    ${drawBlock(-18, -22, 18, 22, '#e6e9ea')}
    ${houses.join('')}
    ${drawBlock(-6.5, 22, 6.5, 37, '#c9bfa9')}${drawBlock(-2.6, 20.6, 2.6, 26, '#b5a98f')}
    <path d="M${toPixelsX(0)} ${toPixelsY(30)}v-36M${toPixelsX(0) - 12} ${toPixelsY(30) - 24}h24" stroke="#5b5240" stroke-width="5"/>
    ${trees.join('')}
    <circle cx="${toPixelsX(0)}" cy="${toPixelsY(11.5)}" r="52" fill="#b9d4de" stroke="#6d7b80" stroke-width="3"/>
    <circle cx="${toPixelsX(0)}" cy="${toPixelsY(11.5)}" r="16" fill="#8fb3c2"/>
    <g transform="translate(${toPixelsX(26)} ${toPixelsY(34)})" fill="none" stroke="#17424d" stroke-width="4">
      <circle r="34"/><path d="M0 22V-22M-9 -10 0 -24 9 -10" stroke-linejoin="round"/>
    </g>
  </svg>`;
}

/** Sample rate; the square's sound is a loop, whose end fades into its beginning. */
const RATE = 22_050;
const LOOP_SECONDS = 9;
const BELL_SECONDS = 6;

/** Partials of a bell: frequency ratio, amplitude, and decay per second. */
const PARTIALS = [
  [0.5, 0.5, 0.5],
  [1, 0.8, 0.8],
  [1.2, 0.5, 1.1],
  [1.5, 0.35, 1.4],
  [2, 0.5, 1.6],
  [2.5, 0.2, 2.4],
  [3, 0.15, 3],
] as const;

const bellSample = (seconds: number, note: number) =>
  seconds < 0
    ? 0
    : PARTIALS.reduce(
        (sum, [share, strength, fading]) =>
          sum + strength * Math.exp(-fading * seconds) * Math.sin(2 * Math.PI * note * share * seconds),
        0,
      ) * Math.min(1, seconds * 200);

/** Makes deterministic wind noise that loops without a click. */
function makeWind(): Float32Array {
  const length = LOOP_SECONDS * RATE;
  const out = new Float32Array(length);
  let [seed, slow, slower] = [7, 0, 0];
  for (let pass = 0; pass < 2; pass++) {
    seed = 7;
    for (let at = 0; at < length; at++) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      slow += 0.03 * (seed / 1_073_741_824 - 1 - slow);
      slower += 0.06 * (slow - slower);
      const gust = 0.6 + 0.4 * Math.sin((2 * Math.PI * at) / length);
      out[at] = 2.2 * slower * gust;
    }
  }
  return out;
}

function mp3(samples: Float32Array, bitrate: number): Buffer {
  const pcm = Buffer.alloc(samples.length * 2);
  for (const [at, value] of samples.entries())
    pcm.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_000), at * 2);
  const how = [
    '-r',
    '-s',
    `${RATE / 1000}`,
    '--bitwidth',
    '16',
    '--signed',
    '--little-endian',
    '-m',
    'm',
    '-b',
    `${bitrate}`,
  ];
  return execFileSync('lame', ['--quiet', ...how, '-', '-'], { input: pcm, maxBuffer: 2 ** 24 });
}

const squareSound = () =>
  mp3(
    makeWind().map(
      (breath, at) =>
        breath + 0.05 * bellSample(at / RATE - 2, 440) + 0.05 * bellSample(at / RATE - 3.6, 392),
    ),
    40,
  );

const bellSound = () =>
  mp3(
    new Float32Array(BELL_SECONDS * RATE).map(
      (_, at) =>
        0.2 * bellSample(at / RATE, 440) +
        0.2 * bellSample(at / RATE - 1.6, 392) +
        0.2 * bellSample(at / RATE - 3.2, 440),
    ),
    48,
  );

function makeLeaflet(): Promise<Buffer> {
  const page = new PDFDocument({
    size: 'LETTER',
    info: { Title: 'Circuit de la place', CreationDate: new Date('2026-11-01T12:00:00Z') },
  });
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolve) => {
    page.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)));
  });
  page.fontSize(24).text('Circuit de la place').moveDown();
  page
    .fontSize(13)
    .text('Dépliant de démonstration. Quatre arrêts, environ vingt minutes de marche.')
    .moveDown();
  for (const stop of [
    'Le centre de la place',
    'Le parvis de l’église',
    'La fontaine',
    'Le coin sud et ses commerces',
  ])
    page.text(`• ${stop}`);
  page.end();
  return done;
}

type Description = { scenes: readonly { id: string; position: readonly number[] }[] };

/**
 * Adds the extras to the demo tour of the old village, and writes their files.
 *
 * @param folder of the bucket « panoramas » in the seed, and of the source panoramas
 */
export async function addExtras<T extends PanoramaTour & { scenes: Scene[] }>(
  tour: T,
  tourId: string,
  { scenes }: Description,
  folder: { bucket: string; source: string },
): Promise<T> {
  const path = (number: number, name: string) =>
    `${tourId}/f0000000-0000-4000-8000-0000000001${String(number).padStart(2, '0')}/${name}`;
  const write = (name: string, bytes: Buffer) => {
    const file = join(folder.bucket, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    console.log(`${name}: ${Math.round(bytes.length / 1000)} kB`);
    return bytes.length;
  };

  const floor: Floor = {
    ...{ id: PLAN_ID, name: 'La place', path: path(1, 'plan.jpg'), north: 0 },
    ...{ width: toPixelsX(PLAN.east), height: toPixelsY(PLAN.south) },
    alt: 'Plan de la place\u00a0: l’église au nord, la fontaine devant elle, des maisons sur les trois autres côtés.',
  };
  write(floor.path, await sharp(Buffer.from(planSvg())).jpeg({ quality: 82, mozjpeg: true }).toBuffer());

  const sound = {
    path: path(2, 'son.mp3'),
    text: 'Un vent léger sur la place, et deux coups de cloche au loin.',
  };
  write(sound.path, squareSound());
  const chime = { path: path(3, 'son.mp3'), text: 'Trois coups de la cloche, qui s’éteignent lentement.' };
  write(chime.path, bellSound());
  const document = { path: path(4, 'document.pdf'), name: 'Circuit de la place' };
  const bytes = write(document.path, await makeLeaflet());

  const source = await sharp(readFileSync(join(folder.source, 'vieux-1.jpg')))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const spire = perspective(source, { yaw: 0, pitch: 33, field: 26 }, { width: 480, height: 640 });
  const picture = {
    path: path(5, 'image.jpg'),
    alt: 'Le clocher à lanternon, surmonté d’une flèche argentée et d’une croix.',
  };
  write(
    picture.path,
    await sharp(spire.data, { raw: spire.info }).jpeg({ quality: 80, mozjpeg: true }).toBuffer(),
  );

  const more: Record<string, Partial<InfoPoint>> = {
    'vieux-1-p1': { picture, sound: chime },
    'vieux-3-p1': { document: { ...document, bytes } },
  };
  return {
    ...tour,
    floors: [floor],
    scenes: tour.scenes.map((scene) => {
      const [x = 0, y = 0] = scenes.find(({ id }) => id === scene.id)?.position ?? [];
      const place = { x: toPixelsX(x) / floor.width, y: toPixelsY(y) / floor.height };
      const rounded = (value: number) => Math.round(value * 1000) / 1000;
      return {
        ...scene,
        ...(scene.id === 'vieux-1' ? { sound } : {}),
        onPlan: { floor: floor.id, x: rounded(place.x), y: rounded(place.y) },
        points: scene.points.map((point) => ({ ...point, ...more[point.id] })),
      };
    }),
  };
}
