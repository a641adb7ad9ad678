import { z } from 'zod';
import { isFrameSite } from '../src/shared/lib/frame-sites.ts';
import { type Api, askDatabase } from './ask-database.ts';

/** The answer of `embedding_rules`, checked again: it becomes a header. */
const rulesSchema = z.object({
  is_open: z.boolean(),
  sites: z.array(z.string().refine(isFrameSite)).max(50),
});

/** The value of `frame-ancestors` beside the site itself for rules; `undefined` when no other site may. */
const ancestorsOf = ({ is_open, sites }: z.infer<typeof rulesSchema>): string | undefined =>
  is_open ? '*' : sites.join(' ') || undefined;

/**
 * Reads which other sites may show tours in their pages.
 *
 * @returns no ancestors, and a French sentence, when the database could not be read or its answer is not a list of sites
 */
export async function storedFrameRules(
  api: Api,
  ask: typeof fetch = fetch,
): Promise<{ ancestors?: string | undefined; problem?: string }> {
  try {
    return { ancestors: ancestorsOf(rulesSchema.parse(await askDatabase(api, 'embedding_rules', ask))) };
  } catch (error) {
    const reason = error instanceof z.ZodError ? 'réponse inattendue' : (error as Error).message;
    return { problem: `sites qui peuvent montrer les visites : ${reason}` };
  }
}
