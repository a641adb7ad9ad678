import { byName } from './folder';

/** A part of a drive whose clock is off by more than the rest: from a file on, in the order of the names. */
export type ClockPart = { from: string; offset_ms: number };

/** Computes the additional clock offset of a picture: each part applies until the next one begins. */
export function partOffset(parts: readonly ClockPart[], file: string): number {
  const [last] = parts.filter(({ from }) => byName(from, file) <= 0).sort((a, b) => byName(b.from, a.from));
  return last?.offset_ms ?? 0;
}

/** Adds a part; one that begins at the same picture is replaced. */
export const withPart = (parts: readonly ClockPart[], part: ClockPart): ClockPart[] =>
  [...parts.filter(({ from }) => from !== part.from), part].sort((a, b) => byName(a.from, b.from));
