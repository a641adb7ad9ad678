import type { EnvLookup } from '../dependencies.ts';
import { missingSettings, readSetting } from '../settings.ts';

/** Where the links of a message lead; without trailing slashes. */
export interface MessageLinks {
  siteUrl: string;
  functionsUrl: string;
}

/**
 * The site's address (the first of SITE_URL) and that of the functions as mail programs reach it: FUNCTIONS_URL, or
 * the project's own. Throws 503 naming what is missing.
 */
export function readLinks(env: EnvLookup): MessageLinks {
  const siteUrl = webAddress(readSetting(env, 'SITE_URL')?.split(',')[0]);
  const project = webAddress(readSetting(env, 'SUPABASE_URL'));
  const functionsUrl =
    webAddress(readSetting(env, 'FUNCTIONS_URL')) ?? (project && `${project}/functions/v1`);
  if (!siteUrl || !functionsUrl) {
    throw missingSettings([...(siteUrl ? [] : ['SITE_URL']), ...(functionsUrl ? [] : ['SUPABASE_URL'])]);
  }
  return { siteUrl, functionsUrl };
}

function webAddress(text: string | undefined): string | undefined {
  const address = text?.trim().replace(/\/+$/, '');
  return address && /^https?:\/\/[^\s"<>]+$/i.test(address) ? address : undefined;
}
