/** Chance that can be had again: the same seed throws the same. */
export interface Dice {
  /** In [0, 1). */
  next: () => number;
  chance: (probability: number) => boolean;
  pick: <T>(items: readonly T[]) => T;
  weighted: <T>(items: readonly [number, T][]) => T;
}

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pick = <T>(items: readonly T[]) => items[Math.floor(next() * items.length)] as T;
  return {
    ...{ next, pick },
    chance: (probability) => next() < probability,
    weighted: (items) => pick(items.flatMap(([weight, item]) => Array(weight).fill(item))),
  };
}
