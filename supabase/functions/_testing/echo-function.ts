import { beforeEach } from 'vitest';
import { z } from 'zod';
import { createFunction } from '../_shared/create-function.ts';

export interface Echo {
  handler: ReturnType<typeof createFunction>;
  /** What reached the work behind the guard and the checks. */
  handled: { body: object; admin: object }[];
  /** Replaced by a test that wants the work to fail. */
  work: () => Promise<object>;
}

/** A function made like all others, that only notes what reaches it. */
export function prepareEcho(): Echo {
  const echo: Echo = {
    handled: [],
    work: async () => ({ done: true }),
    handler: createFunction({
      name: 'echo',
      schema: z.object({
        title: z.string('Le titre est requis').min(1, 'Le titre est requis'),
        note: z.string().max(3).optional(),
      }),
      handle: ({ body, admin }) => {
        echo.handled.push({ body, admin });
        return echo.work();
      },
    }),
  };
  beforeEach(() => {
    echo.handled = [];
    echo.work = async () => ({ done: true });
  });
  return echo;
}
