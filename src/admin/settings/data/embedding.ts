import { mutationOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { isReportedByForm, type Version } from '@/admin/kit/lib/edit-conflict';
import { line } from '@/admin/kit/lib/text-schemas';
import type { Tables } from '@/shared/database.types';
import { isFrameSite } from '@/shared/lib/frame-sites';
import { writeSettings } from './settings';

/** Most sites that may be named, and the characters that they may take together in a header. */
const MOST_SITES = 50;
const MOST_CHARACTERS = 1200;

const TOO_MANY = 'Cinquante sites au plus';
const TOO_LONG =
  'Cette liste est trop longue pour un hébergeur\u00a0: retirez un site, ou nommez «\u00a0*.domaine\u00a0»';

/**
 * The origin of what a person typed or pasted: `Ville.example/page` is `https://ville.example`, `*.mrc.example` is
 * `https://*.mrc.example`; '' when it is no address of a site over https.
 */
export function siteOf(typed: string): string {
  const text = typed.trim();
  const withScheme = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^/]+:\d/.test(text) ? text : `https://${text}`;
  const [, star = '', rest = ''] = /^https:\/\/(\*\.)?(.*)$/i.exec(withScheme) ?? [];
  if (!URL.canParse(`https://${rest}`)) return '';
  const { host, username, password } = new URL(`https://${rest}`);
  const site = `https://${star}${host}`;
  return !username && !password && isFrameSite(site) ? site : '';
}

/** Schema of one site that a person adds. */
export const siteSchema = line.transform((typed, context) => {
  if (/^http:/i.test(typed)) context.addIssue('Le site doit être en https');
  const site = siteOf(typed);
  if (!site) context.addIssue('Écrivez l’adresse d’un site. Exemple\u00a0: https://ville.example');
  return site;
});

/** Schema of the sites that may show tours. A site that is typed but not added yet is saved with the others. */
export const embeddingSchema = z
  .object({
    is_open: z.boolean(),
    sites: z.array(z.string().refine(isFrameSite, 'Cette adresse n’est pas celle d’un site')),
    new_site: z.string(),
  })
  .transform(({ is_open, sites, new_site }, context) => {
    const refuse = (message = '') => {
      context.addIssue({ code: 'custom', path: ['new_site'], message });
      return z.NEVER;
    };
    // The list is not shown while any site may show tours.
    const added = !is_open && new_site.trim() !== '' ? siteSchema.safeParse(new_site) : undefined;
    if (added?.error) return refuse(added.error.issues[0]?.message);
    const all = [...new Set([...sites, ...(added ? [added.data] : [])])];
    if (all.length > MOST_SITES) return refuse(TOO_MANY);
    if (all.join(' ').length > MOST_CHARACTERS) return refuse(TOO_LONG);
    return { is_open, sites: all };
  });

export type EmbeddingValues = z.input<typeof embeddingSchema>;
export type EmbeddingInput = z.output<typeof embeddingSchema>;

/** Converts the stored sites to the form's values. */
export const toEmbeddingVersion = (stored: Tables<'embedding_settings'>): Version<EmbeddingValues> => ({
  values: { is_open: stored.is_open, sites: stored.sites, new_site: '' },
  readAt: stored.updated_at,
});

/** Saves which sites may show tours. */
export const saveEmbedding = () =>
  mutationOptions({
    mutationFn: ({ input, readAt }: { input: EmbeddingInput; readAt: string }) =>
      writeSettings('embedding_settings', input, readAt, toEmbeddingVersion),
    meta: {
      silent: isReportedByForm,
      invalidates: [queryKeys.settings],
      successMessage:
        'Sites enregistrés\u00a0: ils vaudront à la prochaine publication du site, dans quelques minutes',
      errorMessage: 'Impossible d’enregistrer les sites',
    },
  });
