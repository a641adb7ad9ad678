import type { BackendAnswer, BackendRequest } from './fake-backend';

type VersionedRow = { updated_at: string };

/**
 * A fake row that another tab may save while a form is open: like the database, it ignores a write with an older
 * `updated_at`, and each write moves that.
 */
export function sharedRow<Row extends VersionedRow>(initial: Row) {
  let stored = initial;
  let time = 0;
  const write = (change: object) => {
    time++;
    stored = { ...stored, ...change, updated_at: `2026-12-01T12:00:0${time}+00:00` };
  };
  return {
    stored: () => stored,
    saveElsewhere: (change: Partial<Row>) => write(change),
    answer: ({ method, query, headers, body }: BackendRequest): BackendAnswer => {
      if (method === 'PATCH') {
        const asked = query.get('updated_at');
        if (asked !== null && asked !== `eq.${stored.updated_at}`) return { body: [] };
        write(body as object);
      }
      return { body: headers.get('accept')?.includes('vnd.pgrst.object') ? stored : [stored], count: 1 };
    },
  };
}
