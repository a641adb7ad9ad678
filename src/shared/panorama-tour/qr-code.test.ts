import { proofSize } from '@tests/proof-size';
import jsqr from 'jsqr';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { captionLines, paintQr, qrSvg } from './qr-code';

const addresses = [
  'https://territoire360.example/visite/phare-de-metis',
  'https://territoire360.example/visite/phare-de-metis/f0a1b2c3#vue=-33,12,45',
  `http://localhost:5173/visite/${'le-tres-long-nom-d-une-visite-'.repeat(6)}x/${'f'.repeat(40)}`,
];

/** The longest address has the smallest modules. */
const triedAddresses = addresses.slice(-proofSize(1, addresses.length));

/** A canvas stand-in that fills rectangles. */
function pixels(width: number, height: number) {
  const data = new Uint8ClampedArray(width * height * 4);
  const words = new Uint32Array(data.buffer);
  const written: string[] = [];
  return {
    ...{ width, height, data, written, fillStyle: '', font: '' },
    ...{ textAlign: 'start' as CanvasTextAlign, textBaseline: 'top' as CanvasTextBaseline },
    fillRect(x: number, y: number, wide: number, tall: number) {
      const colour = this.fillStyle === '#fff' ? 0xffffffff : 0xff000000;
      for (let row = y; row < y + tall; row++) {
        const from = row * width + x;
        words.fill(colour, from, from + wide);
      }
    },
    fillText: (text: string) => void written.push(text),
  };
}

it.each(triedAddresses)('the PNG of %s leads there, by another library’s reading', (address) => {
  const { data, width, height, written } = paintQr(address, 'Le phare de Métis', pixels);
  expect(jsqr(data, width, height)?.data).toBe(address);
  expect(width).toBeGreaterThanOrEqual(1024);
  expect(written).toEqual(['Le phare de Métis']);
  // Without a caption it is square.
  const bare = paintQr(address, undefined, pixels);
  expect([bare.height, bare.written]).toEqual([bare.width, []]);
});

it.each(triedAddresses)('the SVG of %s leads there too, with and without words under it', async (address) => {
  for (const words of [undefined, 'Le phare de Métis · La lanterne']) {
    const { data, info } = await sharp(Buffer.from(qrSvg(address, words)))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(address);
  }
});

it('four light modules stand around the code, and a quarter of it may be torn', () => {
  const address = addresses[0] as string;
  const { data, width, height } = paintQr(address, undefined, pixels);
  const dark = (x: number, y: number) => data[(y * width + x) * 4] === 0;
  let first = 0;
  while (!dark(first, first)) first++;
  // The finder pattern is seven modules wide.
  let last = first;
  while (dark(last, first)) last++;
  const module = (last - first) / 7;
  expect(first).toBe(4 * module);
  // A stain in the middle covers a fifth of the code’s width.
  const stain = Math.floor(width * 0.2);
  const from = Math.floor((width - stain) / 2);
  for (let y = from; y < from + stain; y++)
    for (let x = from; x < from + stain; x++) data.set([0, 0, 0, 255], (y * width + x) * 4);
  expect(jsqr(data, width, height)?.data).toBe(address);
});

it('words are text, whatever they are', () => {
  const svg = qrSvg('https://site.example/', '</text><script>alert(1)</script> & "x"\u0000');
  expect(svg).not.toContain('<script');
  expect(svg).toContain('&lt;/text&gt;');
  expect(svg).not.toContain('\u0000');
});

it('words take two lines at most', () => {
  expect(captionLines('')).toEqual([]);
  expect(captionLines('Le phare')).toEqual(['Le phare']);
  const long = captionLines(
    'Le fjord du Saguenay depuis L’Anse-Saint-Jean, au petit matin, en hiver comme en été',
  );
  expect(long).toEqual(['Le fjord du Saguenay depuis', expect.stringMatching(/…$/)]);
  expect(captionLines('M'.repeat(80))[0]).toHaveLength(34);
});
