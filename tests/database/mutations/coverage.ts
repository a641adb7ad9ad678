import type { Check, Engine } from '../engines/engine.ts';

type Ran = { called: number[]; ms: number };

/** Which checks call which functions of an engine, noted while they run. */
export class Coverage {
  private readonly ran = new Map<Check, Ran>();
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
      const called = [...after.keys()].filter((id) => after.get(id) !== before.get(id));
      this.ran.set(check, { called, ms });
      this.before = after;
    }
  };

  /**
   * The checks that call a function, the most likely to notice first: those that call few others, for they are about
   * it, and of those the quick ones. All of them for a function that PostgreSQL writes into its caller and counts not.
   */
  checksOf(id: number): Check[] {
    const all = [...this.ran];
    const callers = all.filter(([, { called }]) => called.includes(id));
    const cost = ([, { called, ms }]: [Check, Ran]) => called.length * Math.max(20, ms);
    return (callers.length > 0 ? callers : all)
      .sort((left, right) => cost(left) - cost(right))
      .map(([check]) => check);
  }
}
