import { Buffer } from 'node:buffer';
import { clockText, countsText, sealWords } from '../_shared/evidence/evidence-texts.ts';
import { drawDetails, drawHeading, widthOf } from '../_shared/quote-pdf/blocks.ts';
import { drawFooter, drawLetterhead } from '../_shared/quote-pdf/letterhead.ts';
import { printedDate, printedMoment } from '../_shared/quote-pdf/printed-text.ts';
import { colors, openPdf, PAGE_MARGIN, type TaggedPdf } from '../_shared/quote-pdf/tagged-pdf.ts';
import { coordinates, drawMap } from './report-map.ts';
import type { Report } from './report-schema.ts';

type Pair = Report['shown'][number];
type PairFinding = Pair['findings'][number];

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
