import type { Check, Engine } from '../engines/engine.ts';

/** Which checks call which functions of an engine, noted while they run. */
export class Coverage {
  private readonly called = new Map<Check, number[]>();
  private before: Map<number, number> | undefined;

  /** Runs a check and notes the functions that it has called. */
  readonly run = async (engine: Engine, check: Check): Promise<void> => {
    const counts = async () => (await engine.calls?.()) ?? new Map<number, number>();
    const before = this.before ?? (await counts());
    await check.run(engine);
    const after = await counts();
    this.called.set(
      check,
      [...after.keys()].filter((id) => after.get(id) !== before.get(id)),
    );
    this.before = after;
  };

  /** The checks that call a function: those that call the fewest others first, for they are about it. */
  checksOf(id: number): Check[] {
    return [...this.called]
      .filter(([, called]) => called.includes(id))
      .sort(([, left], [, right]) => left.length - right.length)
      .map(([check]) => check);
  }
}
