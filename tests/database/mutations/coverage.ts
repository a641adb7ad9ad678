import type { Check, Engine } from '../engines/engine.ts';

type Ran = { check: Check; ms: number; calls: Map<number, number>; total: number };

/** Which checks call which functions of an engine, noted while they run. */
export class Coverage {
  private readonly ran: Ran[] = [];
  private before: Map<number, number> | undefined;

  /** Runs a check and notes the functions that it has called. */
  readonly run = async (engine: Engine, check: Check): Promise<void> => {
    const counts = async () => (await engine.calls?.()) ?? new Map<number, number>();
    const before = this.before ?? (await counts());
    const begun = performance.now();
    try {
      await check.run(engine);
    } finally {
      const ms = performance.now() - begun;
      const after = await counts();
      const calls = new Map(
        [...after]
          .map(([id, count]) => [id, count - (before.get(id) ?? 0)] as const)
          .filter(([, count]) => count > 0),
      );
      const total = [...calls.values()].reduce((sum, count) => sum + count, 0);
      this.ran.push({ check, ms, calls, total });
      this.before = after;
    }
  };

  /**
   * The checks that call a function, the most likely to notice first: by turns one that calls few others, and one most
   * of whose calls are to it. All of them for a function that PostgreSQL writes into its caller and does not count.
   */
  checksOf(id: number): Check[] {
    const callers = this.ran.filter(({ calls }) => calls.has(id));
    if (callers.length === 0) return this.ran.map(({ check }) => check);
    const cost = ({ calls, ms }: Ran) => calls.size * Math.max(20, ms);
    const share = ({ calls, total }: Ran) => (calls.get(id) ?? 0) / total;
    const byCost = callers.toSorted((left, right) => cost(left) - cost(right));
    const byShare = callers.toSorted((left, right) => share(right) - share(left));
    const byTurns = byCost.flatMap((ran, place) => [ran, byShare[place] ?? ran]);
    return [...new Set(byTurns)].map(({ check }) => check);
  }
}
