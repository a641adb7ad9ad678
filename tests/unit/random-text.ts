/** A small seeded generator: the same whole numbers below `most`, in every run. */
export function seeded(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

/** Characters that cells of people have, and that programs do not expect. */
const alphabet = [...'aéÎœ \t",;|\n\r\'=+-@«»0', '\u00a0', '😀', '""', "';", '"; '];

/** A short text of letters, signs and marks of tables. */
export const randomText = (next: (most: number) => number, from: readonly string[] = alphabet): string =>
  Array.from({ length: next(9) }, () => from[next(from.length)]).join('');
