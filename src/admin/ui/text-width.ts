/** The weight and the size in px of a text. */
export type Letters = { weight: 400 | 600; size: number };

/** A letter on average, in parts of its size, where nothing can measure. */
const LETTER = 0.5;
/** What a web font that has not come yet may add. */
const SLACK = 1.015;

let canvas: { measureText: (text: string) => { width: number }; font: string } | null | undefined;

/** How wide a text is on one line, in px. Nothing is laid out: a canvas that is on no page knows the letters. */
export function textWidth(text: string, { weight, size }: Letters): number {
  // jsdom has none.
  if (canvas === undefined) canvas = 'OffscreenCanvas' in globalThis ? open() : null;
  if (!canvas) return text.length * size * LETTER;
  canvas.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return canvas.measureText(text).width * SLACK;
}

const open = () => new OffscreenCanvas(1, 1).getContext('2d');

/** How wide the place must be for a text to stand on two lines at most, broken at a space or after a hyphen. */
export function twoLinesWidth(text: string, letters: Letters): number {
  let least = textWidth(text, letters);
  for (const { index, 0: end } of text.matchAll(/[-–]|[ ]+/g)) {
    const next = index + end.length;
    const widest = Math.max(
      textWidth(text.slice(0, next).trimEnd(), letters),
      textWidth(text.slice(next), letters),
    );
    least = Math.min(least, widest);
  }
  return least;
}
