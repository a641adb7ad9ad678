import { z } from 'zod';

/** Given to `safeParse`: a rule without a French message of its own gets zod's Canadian French one. */
export const frenchIssues = { error: z.locales.frCA().localeError };
