import { beforeEach } from 'vitest';
import { z } from 'zod';
import { createFunction } from '../_shared/create-function.ts';

export interface Echo {
  handler: ReturnType<typeof createFunction>;
  /** Calls that passed the guard and the checks. */
  handled: { body: object; admin: object }[];
  /** Replaced by a test that makes the work fail. */
  work: () => Promise<object>;
}

/** Makes a function like all others that only records its calls. */
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
