import { z } from 'zod';
import { createFunction } from '../_shared/create-function.ts';
import { FunctionError } from '../_shared/errors.ts';
import { FetchFailure, limitedFetchBytes } from '../_shared/limited-fetch.ts';
import { readSetting, siteUrls } from '../_shared/settings.ts';

/** Address where the ministry publishes the register (Données Québec links there). */
const DEFAULT_URL = 'https://donneesouvertes.affmunqc.net/repertoire';

/** The register's files are about a megabyte together. */
const limits = { timeoutMs: 30_000, maxBytes: 12 * 1024 * 1024 };

const bodySchema = z.object({
  file: z.enum(['MUN.csv', 'MRC_CM_Arg.csv'], 'Le fichier demandé est inconnu'),
});

/**
 * Downloads one file of the official register, `{ file }` → `{ name, text, modifiedAt }`. A browser may not read it
 * there; the importing screen parses and checks its content. No other address can be requested.
 */
export const handler = createFunction({
  name: 'download-register',
  schema: bodySchema,
  rateLimited: true,
  handle: async ({ body: { file }, dependencies, signal }) => {
    const base = readSetting(dependencies.env, 'REGISTER_URL')?.replace(/\/+$/, '') ?? DEFAULT_URL;
    const [site] = siteUrls(dependencies.env);
    const headers = { 'user-agent': `Territoire360/1.0${site ? ` (+${site})` : ''}` };
    const answer = await limitedFetchBytes(
      dependencies,
      `${base}/${file}`,
      { headers },
      { ...limits, signal },
    ).catch((error: unknown) => {
      throw error instanceof FetchFailure ? unreachable(error.message) : error;
    });
    if (!answer.ok) throw unreachable(`${file} answered ${answer.status}`);
    return {
      name: file,
      text: decode(answer.bytes),
      modifiedAt: toInstant(answer.headers.get('last-modified')),
    };
  },
});

const unreachable = (detail: string) =>
  new FunctionError(
    502,
    'register_unreachable',
    'Le répertoire officiel ne répond pas. Rien n’a été modifié\u00a0: réessayez plus tard, ou téléchargez les fichiers et importez-les.',
    detail,
  );

/** Decodes UTF-8, today's encoding; the files were once Windows-1252. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Converts an HTTP date to ISO 8601; null for none or an invalid one. */
function toInstant(date: string | null): string | null {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
