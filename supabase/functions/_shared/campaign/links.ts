import type { EnvLookup } from '../dependencies.ts';
import { missingSettings, readSetting, siteUrls } from '../settings.ts';

/** The addresses that the links of a message begin with, without trailing slashes. */
export interface MessageLinks {
  siteUrl: string;
  functionsUrl: string;
}

/**
 * The site's address (the first of SITE_URL) and that of the functions as mail programs reach it: FUNCTIONS_URL, or
 * the project's own. Throws 503 naming what is missing.
 */
export function readLinks(env: EnvLookup): MessageLinks {
  const siteUrl = httpAddress(siteUrls(env)[0]);
  const project = httpAddress(readSetting(env, 'SUPABASE_URL'));
  const functionsUrl =
    httpAddress(readSetting(env, 'FUNCTIONS_URL')) ?? (project && `${project}/functions/v1`);
  if (!siteUrl || !functionsUrl) {
    throw missingSettings([...(siteUrl ? [] : ['SITE_URL']), ...(functionsUrl ? [] : ['SUPABASE_URL'])]);
  }
  return { siteUrl, functionsUrl };
}

function httpAddress(text: string | undefined): string | undefined {
  const address = text?.trim().replace(/\/+$/, '');
  return address && /^https?:\/\/[^\s"<>]+$/i.test(address) ? address : undefined;
}
