/** Makes a seeded generator of whole numbers below `most`, the same in every run. */
export function seededIntegers(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

/** Characters that people type into cells and that break parsers. */
const alphabet = [...'aéÎœ \t",;|\n\r\'=+-@«»0', '\u00a0', '😀', '""', "';", '"; '];

/** Makes a short text of letters, punctuation and cell separators. */
export const randomText = (next: (most: number) => number, from: readonly string[] = alphabet): string =>
  Array.from({ length: next(9) }, () => from[next(from.length)]).join('');
