import { drawHeading, widthOf } from '../_shared/quote-pdf/blocks.ts';
import { colors, PAGE_MARGIN, type TaggedPdf } from '../_shared/quote-pdf/tagged-pdf.ts';
import type { Report } from './report-schema.ts';

const MAP_HEIGHT = 220;

/** Draws the places of the pictures as the plan of a drive, north up, with a scale. */
export function drawMap(pdf: TaggedPdf, { places, header }: Report): void {
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
/** Formats a position as a person reads it: latitude, then longitude. */
export const coordinates = (lat: number, lon: number) =>
  `${lat.toFixed(5).replace('.', ',')}\u00a0N, ${Math.abs(lon).toFixed(5).replace('.', ',')}\u00a0${lon < 0 ? 'O' : 'E'}`;
