import { Buffer } from 'node:buffer';
import { z } from 'zod';
import { clockText, countsText, sealWords } from '../_shared/evidence/evidence-texts.ts';
import { drawDetails, drawHeading, widthOf } from '../_shared/quote-pdf/blocks.ts';
import { drawFooter, drawLetterhead } from '../_shared/quote-pdf/letterhead.ts';
import { printedDate, printedMoment } from '../_shared/quote-pdf/printed-text.ts';
import { colors, openPdf, PAGE_MARGIN, type TaggedPdf } from '../_shared/quote-pdf/tagged-pdf.ts';

const countRecord = z.record(z.string(), z.number());

/** Schema of the answer of `survey_report`. */
export const reportSchema = z.object({
  studio: z.string(),
  sealed_at: z.string(),
  merkle_root: z.string(),
  header: z.object({
    survey: z.object({
      name: z.string(),
      city: z.string(),
      region: z.string(),
      client: z.string(),
      date: z.string().nullable(),
    }),
    pictures: z.number(),
    leftOut: countRecord,
    first: z.string().nullable(),
    last: z.string().nullable(),
    clock: z.object({
      offsetMs: z.number().nullable(),
      basis: z.string().nullable(),
      parts: z.array(z.object({ from: z.string(), offsetMs: z.number() })).optional(),
    }),
    times: countRecord,
    places: countRecord,
    headings: countRecord,
    tracks: z.array(z.object({ name: z.string(), points: z.number() })),
  }),
  tokens: z.array(z.object({ authority: z.string(), gen_time: z.string() })),
  places: z.array(z.tuple([z.number(), z.number()])),
  pairs: z.number(),
  findings: z.number(),
  shown: z.array(
    z.object({
      note: z.string(),
      before_preview: z.string().nullable(),
      before_at: z.string().nullable(),
      after_preview: z.string().nullable(),
      after_at: z.string().nullable(),
      file_name: z.string(),
      lat: z.number().nullable(),
      lon: z.number().nullable(),
      findings: z.array(
        z.object({
          kind: z.string(),
          note: z.string(),
          yaw: z.number(),
          pitch: z.number(),
          width: z.number(),
          height: z.number(),
        }),
      ),
    }),
  ),
});

type Report = z.infer<typeof reportSchema>;
type Pair = Report['shown'][number];
type PairFinding = Pair['findings'][number];

const MAP_HEIGHT = 220;
const BLOCK_GAP = 10;
const plural = (count: number, one: string, many = `${one}s`) => `${count}\u00a0${count > 1 ? many : one}`;
const formatMoment = (iso: string | null) => (iso === null ? 'heure inconnue' : printedMoment(iso));

/** Prints the report of a sealed survey: what it is, where, what was found, how it was made, and what the seal is worth. */
export function surveyReportPdf(
  report: Report,
  pictures: ReadonlyMap<string, Uint8Array>,
): Promise<Uint8Array> {
  const { survey } = report.header;
  const title = `Rapport du relevé – ${survey.name}`;
  const pdf = openPdf({ title, author: report.studio, subject: survey.name, date: report.sealed_at });
  pdf.doc.y = drawLetterhead(pdf, { name: report.studio }) + 40;
  pdf.tag(pdf.root, 'H1', () =>
    pdf.write(survey.name, PAGE_MARGIN, pdf.doc.y, {
      font: 'display',
      size: 26,
      color: colors.lake,
      width: widthOf(pdf),
    }),
  );
  drawHeading(pdf, 'Le relevé', 80);
  drawDetails(pdf, surveyDetails(report));
  drawMap(pdf, report);
  drawFindings(pdf, report, pictures);
  drawHeading(pdf, 'Comment il a été fait', 80);
  drawDetails(pdf, methodDetails(report));
  drawHeading(pdf, 'Le sceau', 80);
  drawDetails(pdf, sealDetails(report));
  drawTexts(pdf, 'Ce que le sceau établit', sealWords.establishes);
  drawTexts(pdf, 'Ce qu’il n’établit pas', sealWords.doesNot);
  drawTexts(pdf, 'La loi', sealWords.law);
  return pdf.finish((page, pages) => drawFooter(pdf, title, `Page\u00a0${page} de\u00a0${pages}`));
}

function surveyDetails({ header, pairs, findings }: Report) {
  const { survey } = header;
  return [
    { label: 'Lieu', value: [survey.city, survey.region].filter(Boolean).join(', ') || 'non précisé' },
    { label: 'Client', value: survey.client || 'non précisé' },
    { label: 'Date', value: survey.date ? printedDate(survey.date) : 'non précisée' },
    { label: 'Images', value: String(header.pictures) },
    ...(header.first && header.last
      ? [
          {
            label: 'Prises de vue',
            value: `du ${formatMoment(header.first)} au ${formatMoment(header.last)}`,
          },
        ]
      : []),
    {
      label: 'Comparaison',
      value:
        pairs === 0
          ? 'aucune avec un autre relevé\u00a0: ce rapport ne dit rien de l’état de la rue'
          : `${plural(pairs, 'paire')}, ${plural(findings, 'dommage constaté', 'dommages constatés')}`,
    },
  ];
}

const methodDetails = ({ header }: Report) => [
  { label: 'Horloge de l’appareil', value: clockText(header.clock) },
  { label: 'Heures', value: countsText(header.times) },
  { label: 'Positions', value: countsText(header.places) },
  { label: 'Orientations', value: countsText(header.headings) },
  {
    label: 'Traces GPS',
    value:
      header.tracks.map(({ name, points }) => `${name} (${plural(points, 'point')})`).join(', ') || 'aucune',
  },
  {
    label: 'Visages et plaques',
    value:
      'visibles\u00a0: le sceau porte sur les images telles que prises. À flouter avant toute publication.',
  },
  {
    label: 'Images écartées',
    value: Object.values(header.leftOut)
      .reduce((total, count) => total + count, 0)
      .toString(),
  },
];

const sealDetails = ({ sealed_at, tokens, merkle_root }: Report) => [
  { label: 'Scellé, selon le studio', value: formatMoment(sealed_at) },
  ...(tokens.length > 0
    ? tokens.map(({ authority, gen_time }) => ({
        label: 'Horodaté par une autorité',
        value: `${formatMoment(gen_time)}, ${new URL(authority).host}`,
      }))
    : [{ label: 'Horodatage externe', value: 'aucun au moment de ce rapport' }]),
  { label: 'Racine', value: merkle_root },
];

/** Draws the places of the pictures as the plan of a drive, north up, with a scale. */
function drawMap(pdf: TaggedPdf, { places, header }: Report): void {
  if (places.length === 0) return;
  drawHeading(pdf, 'La carte', MAP_HEIGHT + 20);
  const { doc } = pdf;
  const [top, width] = [doc.y + 4, widthOf(pdf)];
  const lons = places.map(([lon]) => lon);
  const lats = places.map(([, lat]) => lat);
  const [west, east, south, north] = [least(lons), most(lons), least(lats), most(lats)];
  const parallel = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const metres = { x: (east - west) * 111_195 * parallel, y: (north - south) * 111_195 };
  // A street alone would be a line on the edge: at least forty metres are shown.
  const pixelsPerMetre = Math.min(
    (width - 40) / Math.max(metres.x, 40),
    (MAP_HEIGHT - 40) / Math.max(metres.y, 40),
  );
  const at = ([lon, lat]: readonly [number, number]): [number, number] => [
    PAGE_MARGIN + width / 2 + (lon - (west + east) / 2) * 111_195 * parallel * pixelsPerMetre,
    top + MAP_HEIGHT / 2 - (lat - (south + north) / 2) * 111_195 * pixelsPerMetre,
  ];
  const draw = () => {
    doc.rect(PAGE_MARGIN, top, width, MAP_HEIGHT).lineWidth(0.5).fillAndStroke(colors.mist, colors.line);
    for (const place of places) {
      const [x, y] = at(place);
      doc.circle(x, y, 2.2).fillColor(colors.spruce).fill();
    }
    drawScaleBar(pdf, top, pixelsPerMetre);
  };
  const place = header.survey.city || header.survey.name;
  pdf.tag(pdf.root, 'Figure', draw, {
    alt: `Carte des ${header.pictures} images du relevé, ${place}, nord en haut.`,
    bbox: [PAGE_MARGIN, top, PAGE_MARGIN + width, top + MAP_HEIGHT],
  });
  doc.y = top + MAP_HEIGHT + 6;
  pdf.tag(pdf.root, 'Caption', () =>
    pdf.write(
      `Nord en haut. De ${coordinates(south, west)} à ${coordinates(north, east)}.`,
      PAGE_MARGIN,
      doc.y,
      {
        size: 8.5,
        color: colors.slate,
        width,
      },
    ),
  );
}

function drawScaleBar({ doc, write }: TaggedPdf, top: number, pixelsPerMetre: number): void {
  const length =
    [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000].find((metres) => metres * pixelsPerMetre >= 50) ??
    10_000;
  const [x, y] = [PAGE_MARGIN + 12, top + MAP_HEIGHT - 14];
  doc
    .moveTo(x, y)
    .lineTo(x + length * pixelsPerMetre, y)
    .lineWidth(1.5)
    .strokeColor(colors.ink)
    .stroke();
  write(length >= 1000 ? `${length / 1000}\u00a0km` : `${length}\u00a0m`, x, y - 12, {
    size: 8,
    color: colors.ink,
  });
}

const least = (values: readonly number[]) => values.reduce((edge, value) => Math.min(edge, value));
const most = (values: readonly number[]) => values.reduce((edge, value) => Math.max(edge, value));
const coordinates = (lat: number, lon: number) =>
  `${lat.toFixed(5).replace('.', ',')}\u00a0N, ${Math.abs(lon).toFixed(5).replace('.', ',')}\u00a0${lon < 0 ? 'O' : 'E'}`;

function drawFindings(pdf: TaggedPdf, report: Report, pictures: ReadonlyMap<string, Uint8Array>): void {
  if (report.pairs === 0) return;
  drawHeading(pdf, 'Avant et après', 60);
  if (report.findings === 0) {
    pdf.tag(pdf.root, 'P', () =>
      pdf.write('Aucun dommage n’est marqué.', PAGE_MARGIN, pdf.doc.y, { width: widthOf(pdf) }),
    );
  }
  for (const pair of report.shown.filter(({ findings, note }) => findings.length > 0 || note)) {
    drawPair(pdf, pair, pictures);
  }
}

function drawPair(pdf: TaggedPdf, pair: Pair, pictures: ReadonlyMap<string, Uint8Array>): void {
  const { doc } = pdf;
  const width = (widthOf(pdf) - BLOCK_GAP) / 2;
  const height = width / 2;
  const sides = [
    {
      path: pair.before_preview,
      at: pair.before_at,
      x: PAGE_MARGIN,
      name: 'Avant',
      findings: [] as PairFinding[],
    },
    {
      path: pair.after_preview,
      at: pair.after_at,
      x: PAGE_MARGIN + width + BLOCK_GAP,
      name: 'Après',
      findings: pair.findings,
    },
  ];
  const shown = sides.filter(({ path }) => path !== null && pictures.has(path));
  if (!pdf.hasRoom((shown.length > 0 ? height + 24 : 0) + 50)) pdf.newPage();
  const where = pair.lat === null || pair.lon === null ? '' : `, ${coordinates(pair.lat, pair.lon)}`;
  pdf.tag(pdf.root, 'H3', () =>
    pdf.write(`${pair.file_name}${where}`, PAGE_MARGIN, doc.y + 6, {
      font: 'strong',
      size: 9.5,
      width: widthOf(pdf),
    }),
  );
  const top = doc.y + 2;
  for (const { path, at, x, name, findings } of shown) {
    const bytes = pictures.get(path ?? '');
    if (!bytes) continue;
    pdf.tag(
      pdf.root,
      'Figure',
      () => {
        doc.image(Buffer.from(bytes), x, top, { width, height });
        for (const finding of findings) drawMark(pdf, finding, { x, top, width, height });
      },
      {
        alt: `${name}, ${formatMoment(at)}${findings.length > 0 ? `, avec ${plural(findings.length, 'marque')}` : ''}`,
        bbox: [x, top, x + width, top + height],
      },
    );
    pdf.tag(pdf.root, 'Caption', () =>
      pdf.write(`${name}, ${formatMoment(at)}`, x, top + height + 3, {
        size: 8.5,
        color: colors.slate,
        width,
      }),
    );
  }
  doc.y = shown.length > 0 ? top + height + 20 : top;
  const lines = [
    ...(pair.note ? [pair.note] : []),
    ...pair.findings.map(
      ({ kind, note, width: wide, height: high }) =>
        `Dommage constaté\u00a0: ${kind}${note ? `. ${note}` : ''} (${angle(wide)} sur ${angle(high)})`,
    ),
  ];
  for (const line of lines) {
    if (!pdf.hasRoom(30)) pdf.newPage();
    pdf.tag(pdf.root, 'P', () => pdf.write(line, PAGE_MARGIN, doc.y + 2, { width: widthOf(pdf) }));
  }
}

const angle = (degrees: number) => `${degrees.toFixed(1).replace('.', ',')}°`;

function drawMark(
  { doc }: TaggedPdf,
  { yaw, pitch, width, height }: PairFinding,
  box: { x: number; top: number; width: number; height: number },
): void {
  const x = box.x + (yaw / 360 + 0.5) * box.width;
  const y = box.top + (0.5 - pitch / 180) * box.height;
  const [halfWidth, halfHeight] = [(width / 720) * box.width, (height / 360) * box.height];
  doc
    .ellipse(x, y, Math.max(halfWidth, 3), Math.max(halfHeight, 3))
    .lineWidth(1.4)
    .strokeColor(colors.sumac)
    .stroke();
}

function drawTexts(pdf: TaggedPdf, heading: string, texts: readonly string[]): void {
  drawHeading(pdf, heading, 50);
  const width = widthOf(pdf);
  for (const text of texts) {
    if (!pdf.hasRoom(pdf.heightOf(text, { width }))) pdf.newPage();
    pdf.tag(pdf.root, 'P', () => pdf.write(text, PAGE_MARGIN, pdf.doc.y + 3, { width }));
  }
}
