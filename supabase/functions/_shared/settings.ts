import { withDetails } from './contract/technical-details.ts';
import type { EnvLookup } from './dependencies.ts';
import { FunctionError } from './errors.ts';
import { parseJson } from './json.ts';

/** Reads the trimmed value of a variable; a blank one counts as absent. */
export function readSetting(env: EnvLookup, name: string): string | undefined {
  return env(name)?.trim() || undefined;
}

/** Reads the addresses of the site (SITE_URL, separated by commas) without final slashes, the main one first. */
export function siteUrls(env: EnvLookup): string[] {
  return (readSetting(env, 'SITE_URL') ?? '')
    .split(',')
    .map((address) => address.trim().replace(/\/+$/, ''))
    .filter(Boolean);
}

/**
 * Makes a 503 that names all absent or invalid variables, for the installer.
 *
 * @param sentence the consequence for the owner: « La rédaction automatique n’est pas activée. »
 */
export function missingSettings(
  names: readonly string[],
  sentence = 'Ce service n’est pas encore configuré.',
): FunctionError {
  const message = withDetails(
    `${sentence} La personne qui a installé le studio peut le faire.`,
    `à définir dans les secrets des fonctions, ${names.join(', ')}.`,
  );
  return new FunctionError(503, 'setting_missing', message);
}

/**
 * Reads the publishable keys of the project, the preferred one first.
 *
 * Hosted functions receive SUPABASE_PUBLISHABLE_KEYS, a JSON dictionary `{"default":"sb_publishable_…"}`, and still
 * the legacy SUPABASE_ANON_KEY, which stops working once legacy keys are disabled: so it comes last. Self-hosted
 * set-ups export SUPABASE_PUBLISHABLE_KEY (one plain key). Source: supabase.com/docs/guides/functions/secrets and
 * supabase/server, docs/environment-variables.md.
 */
export function publishableKeys(env: EnvLookup): string[] {
  const dictionary = parseDictionary(readSetting(env, 'SUPABASE_PUBLISHABLE_KEYS'));
  const { default: first, ...others } = dictionary;
  return [
    first,
    ...Object.values(others),
    readSetting(env, 'SUPABASE_PUBLISHABLE_KEY'),
    readSetting(env, 'SUPABASE_ANON_KEY'),
  ].filter((key): key is string => typeof key === 'string' && key !== '');
}

/** The project's address (no final slash) and its publishable key. */
export interface Project {
  url: string;
  key: string;
}

/** Reads the project that the function belongs to. Throws 503 naming a missing setting. */
export function readProject(env: EnvLookup): Project {
  const url = readSetting(env, 'SUPABASE_URL');
  const key = publishableKeys(env)[0];
  if (!url || !key) {
    throw missingSettings([...(url ? [] : ['SUPABASE_URL']), ...(key ? [] : ['SUPABASE_PUBLISHABLE_KEYS'])]);
  }
  return { url: url.replace(/\/+$/, ''), key };
}

/**
 * Reads the secret key of the project: SUPABASE_SECRET_KEYS (a JSON dictionary, as above), SUPABASE_SECRET_KEY, then
 * the legacy SUPABASE_SERVICE_ROLE_KEY.
 */
export function secretKey(env: EnvLookup): string | undefined {
  const { default: first, ...others } = parseDictionary(readSetting(env, 'SUPABASE_SECRET_KEYS'));
  return [
    first,
    ...Object.values(others),
    readSetting(env, 'SUPABASE_SECRET_KEY'),
    readSetting(env, 'SUPABASE_SERVICE_ROLE_KEY'),
  ].find((key): key is string => typeof key === 'string' && key !== '');
}

function parseDictionary(text = ''): Record<string, unknown> {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
