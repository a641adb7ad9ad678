import type { Call, Check, Engine } from '../engines/engine.ts';
import { catalogue } from './mutation.ts';

type CheckRun = {
  check: Check;
  ms: number;
  calls: Map<number, number>;
  total: number;
  /** Functions that the check itself calls, in SQL or by request, and how often. */
  named: string[];
};

/** A function with those that it calls; `entrances` are its name, and the tables of which it is a trigger. */
type KnownFunction = { id: number; name: string; entrances: string[]; definition: string };

/** Notes which checks call which functions of an engine while they run. */
export class Coverage {
  private readonly ran: CheckRun[] = [];
  private before = new Map<number, number>();
  private known: KnownFunction[] = [];
  private watched: Engine | undefined;
  private refused = new Set<string>();
  private named: string[] = [];

  /** Runs a check and notes the functions that it has called. */
  readonly run = async (engine: Engine, check: Check): Promise<void> => {
    const counts = async () => (await engine.calls?.()) ?? new Map<number, number>();
    if (!this.watched) {
      this.watched = this.watch(engine);
      this.known = await knownFunctions(engine);
      this.before = await counts();
    }
    this.refused.clear();
    this.named = [];
    const begun = performance.now();
    try {
      await check.run(this.watched);
    } finally {
      const ms = performance.now() - begun;
      const after = await counts();
      const calls = new Map([...this.refusing()].map((id) => [id, 1]));
      for (const [id, count] of after) {
        const more = count - (this.before.get(id) ?? 0);
        if (more > 0) calls.set(id, more);
      }
      const total = [...calls.values()].reduce((sum, count) => sum + count, 0);
      this.ran.push({ check, ms, calls, total, named: this.named });
      this.before = after;
    }
  };

  /**
   * Lists the checks that call a function, the likeliest to notice first. It takes turns between checks that call it
   * directly, checks that call few functions, and checks that call it most, with attacks before constraints. A function
   * that PostgreSQL inlines is not counted, so all checks are listed.
   */
  checksOf(id: number): Check[] {
    const callers = this.ran.filter(({ calls }) => calls.has(id));
    if (callers.length === 0) return this.ran.map(({ check }) => check);
    const cost = ({ calls, ms }: CheckRun) => calls.size * Math.max(20, ms);
    const share = ({ calls, total }: CheckRun) => (calls.get(id) ?? 0) / total;
    const byCost = callers.toSorted((left, right) => cost(left) - cost(right));
    const isAttack = ({ check }: CheckRun) => Number(check.name.startsWith('attack'));
    const byShare = callers.toSorted(
      (left, right) => isAttack(right) - isAttack(left) || share(right) - share(left),
    );
    const name = this.known.find((known) => known.id === id)?.name;
    const asks = ({ named }: CheckRun) =>
      named.filter((other) => other === name).length / Math.max(named.length, 1);
    const byName = callers.toSorted((left, right) => asks(right) - asks(left));
    const byTurns = callers.flatMap((ran, place) =>
      [byName, byCost, byShare].map((order) => order[place] ?? ran),
    );
    return [...new Set(byTurns)].map(({ check }) => check);
  }

  /** Wraps the engine, and notes which requests are refused. */
  private watch(engine: Engine): Engine {
    return {
      ...engine,
      sql: (query, params) => {
        // A function that appears in a `create function` text is not called by the check.
        const asked = /create or replace function/i.test(query) ? '' : query;
        this.named.push(...[...asked.matchAll(/\b(?:private|public)\.\w+(?=\()/g)].map(String));
        return engine.sql(query, params);
      },
      request: async (role, call) => {
        const [, called] = /\/rpc\/(\w+)/.exec(call.path) ?? [];
        if (called) this.named.push(`public.${called}`);
        const answer = await engine.request(role, call);
        if (answer.status >= 400) this.refused.add(entranceOf(call));
        return answer;
      },
    };
  }

  /**
   * Returns the functions that a refused request may have called: PostgreSQL does not count a call that ends in an
   * error.
   */
  private refusing(): Set<number> {
    const through = new Set(
      this.known.filter(({ entrances }) => entrances.some((entrance) => this.refused.has(entrance))),
    );
    // `for … of` also visits functions added to the set during the loop.
    for (const { definition } of through) {
      for (const other of this.known) if (definition.includes(`${other.name}(`)) through.add(other);
    }
    return new Set([...through].map(({ id }) => id));
  }
}

/** Returns the entry point of a request: `rpc/accept_quote`, or `contacts` for a write to a table. */
const entranceOf = ({ path, method = 'GET' }: Call) =>
  /^\/rest\/v1\/(rpc\/\w+|\w+)/.exec(path)?.[method === 'GET' && !path.includes('/rpc/') ? 2 : 1] ?? '';

function knownFunctions(engine: Engine): Promise<KnownFunction[]> {
  return catalogue<KnownFunction>(
    engine,
    `select p.oid::integer as id, p.oid::pg_catalog.regproc::text as name,
            pg_catalog.pg_get_functiondef(p.oid) as definition,
            array(select 'rpc/' || p.proname where p.pronamespace = 'public'::pg_catalog.regnamespace
              union select c.relname from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid
              where t.tgfoid = p.oid) as entrances
       from pg_catalog.pg_proc p
      where p.pronamespace in ('private'::pg_catalog.regnamespace, 'public'::pg_catalog.regnamespace) and p.prokind = 'f'`,
  );
}
