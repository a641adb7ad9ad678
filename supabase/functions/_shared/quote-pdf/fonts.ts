import { Buffer } from 'node:buffer';
// @ts-types="npm:@types/fontkit"
import { create, type Font, type GlyphPosition, type GlyphRun } from 'fontkit';
import { bricolageSemiBold, canadianAboriginal, figtreeRegular, figtreeSemiBold } from './font-files.ts';
import { dejaVuSans } from './sign-font-file.ts';

/**
 * Opens the fonts of one document: fonts are not shared, since their cached state would change the bytes of the next
 * document.
 */
export const openFonts = () => ({
  text: openFont(figtreeRegular),
  strong: openFont(figtreeSemiBold),
  display: openFont(bricolageSemiBold),
  /** A fallback for characters that the other fonts lack, opened only when needed. */
  aboriginal: () => openFont(canadianAboriginal),
  other: () => openFont(dejaVuSans),
});

/**
 * Opens a font that caches its layouts. pdfkit asks for each amount four times (height, width, alignment, drawing),
 * which took half of the time of a long quote; its own cache covers only texts without OpenType features.
 */
function openFont(base64: string): Font {
  const font = create(Buffer.from(base64, 'base64'));
  if (!('layout' in font)) throw new Error('A file holds one font.');
  const layout = font.layout.bind(font);
  const runs = new Map<string, GlyphRun>();
  font.layout = (text, features, ...rest) => {
    const key = `${text}\n${Array.isArray(features) ? features.join() : ''}`;
    const run = runs.get(key) ?? layout(text, features, ...rest);
    runs.set(key, run);
    return copyOf(run);
  };
  return font;
}

/** Copied because pdfkit scales the given positions in place. */
function copyOf(run: GlyphRun): GlyphRun {
  const positions = run.positions.map((position) => copyWith<GlyphPosition>(position, {}));
  return copyWith(run, { positions });
}

const copyWith = <Type extends object>(original: Type, changes: Partial<Type>): Type =>
  Object.assign(Object.create(Object.getPrototypeOf(original)), original, changes);
