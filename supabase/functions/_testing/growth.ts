import { expect } from 'vitest';

const sizes = [10_000, 100_000, 1_000_000];

/** A busy machine takes that long for anything. */
const NOISE_MS = 1_200;
/** Ten times the size: ten times the time when it is linear, a hundred times when it is quadratic. */
const MOST_GROWTH = 40;

/**
 * Times a piece of work on 10 KB, 100 KB and 1 MB of the same content, prints the three times, and expects them to
 * grow as the sizes do. It stops at the first that grows faster: the next would hang.
 */
export async function expectLinear(
  name: string,
  make: (size: number) => string,
  work: (text: string) => unknown,
): Promise<void> {
  const times: number[] = [];
  for (const size of sizes) {
    const text = make(size);
    const started = performance.now();
    await work(text);
    times.push(performance.now() - started);
    const [last = 0, before = last] = times.slice(-2).reverse();
    const durations = times.map((ms) => `${Math.round(ms)} ms`).join(', ');
    if (times.length === sizes.length) console.log(`${name} : ${durations}`);
    expect(last, `${name}: ${durations}`).toBeLessThan(Math.max(NOISE_MS, MOST_GROWTH * before));
  }
}

/** Repeats a text up to a size. */
export const repeated = (unit: string) => (size: number) => unit.repeat(Math.ceil(size / unit.length));
