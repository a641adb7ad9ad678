import { z } from 'zod';
import { withDetails } from './contract/technical-details.ts';
import type { Dependencies } from './dependencies.ts';
import { parseJson } from './json.ts';
import { FetchFailure, limitedFetch } from './limited-fetch.ts';
import { serviceApi } from './service-api.ts';
import { readSetting, siteUrls } from './settings.ts';

/** Variable with the host's build hook, whose address is a secret. */
const HOOK_SETTING = 'SITE_BUILD_HOOK_URL';

/**
 * File that a build writes beside the pages (build/publication.ts), with the time when it began to read the database.
 */
const STAMP_FILE = 'publication.json';

const claimedSchema = z.object({ id: z.guid(), attempts: z.int() }).nullable();
const stampSchema = z.object({ readAt: z.iso.datetime({ offset: true }) });

/** Parameters of `finish_publication_attempt`. */
type Outcome = { outcome: 'accepted' | 'retry' | 'unset' | 'rejected'; why?: string };

/**
 * Advances the publication of the site: checks whether the online site contains the requested state, and asks its
 * host to build when a publication is due. Called on demand and by the scheduler; the database gives a publication to
 * one of them.
 */
export async function publishDue(dependencies: Dependencies): Promise<void> {
  const api = serviceApi(dependencies);
  const open = await api.read('publications?select=id&finished_at=is.null&limit=1');
  if (!Array.isArray(open) || open.length === 0) return;
  const seen = await readStamp(dependencies);
  const claimed = claimedSchema.parse(await api.call('claim_publication', { seen }));
  if (!claimed) return;
  await api.call('finish_publication_attempt', {
    publication: claimed.id,
    attempt: claimed.attempts,
    ...(await askToBuild(dependencies)),
  });
}

/** Reads when the online site read the database; null when it does not state it or does not answer. */
async function readStamp(dependencies: Dependencies): Promise<string | null> {
  const { env } = dependencies;
  const site = readSetting(env, 'PUBLISHED_SITE_URL') ?? siteUrls(env)[0];
  if (!site) return null;
  // A network in between may serve a cached copy, whatever the headers ask.
  const address = `${site}/${STAMP_FILE}?${Date.now()}`;
  try {
    const answer = await limitedFetch(dependencies, address, {}, { timeoutMs: 5_000, maxBytes: 4_096 });
    return stampSchema.safeParse(parseJson(answer.text)).data?.readAt ?? null;
  } catch {
    return null;
  }
}

/** Asks the host to build. No reason ever contains the address: a person who has it can trigger builds without end. */
async function askToBuild(dependencies: Dependencies): Promise<Outcome> {
  const address = readSetting(dependencies.env, HOOK_SETTING);
  if (!address) {
    const why = withDetails(
      'La publication n’est pas encore configurée. La personne qui a installé le studio peut le faire.',
      `créez un «\u00a0build hook\u00a0» chez l’hébergeur du site et donnez son adresse à ${HOOK_SETTING}, dans les secrets des fonctions.`,
    );
    return { outcome: 'unset', why };
  }
  if (!mayBeAsked(address, dependencies)) {
    const why = withDetails(
      'L’adresse de publication est inexacte. La personne qui a installé le studio peut la corriger.',
      `${HOOK_SETTING} n’est pas une adresse https. Copiez-la de nouveau de chez l’hébergeur dans les secrets des fonctions.`,
    );
    return { outcome: 'rejected', why };
  }
  try {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    const limits = { timeoutMs: 10_000, maxBytes: 64 * 1024 };
    const { status } = await limitedFetch(dependencies, address, init, limits);
    return outcomeOf(status);
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    // It builds, whatever it answers.
    if (error.kind === 'too_large') return { outcome: 'accepted' };
    const why =
      error.kind === 'timeout'
        ? 'L’hébergeur n’a pas répondu en dix secondes.'
        : 'L’hébergeur est injoignable.';
    return { outcome: 'retry', why };
  }
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return { outcome: 'accepted' };
  if (status >= 500 || [408, 425, 429].includes(status)) {
    return { outcome: 'retry', why: `L’hébergeur n’a pas pu commencer la construction (réponse ${status}).` };
  }
  const why = withDetails(
    'L’hébergeur refuse la demande\u00a0: l’adresse de publication est inexacte ou ne sert plus.',
    `réponse ${status}. Copiez-la de nouveau de chez lui dans ${HOOK_SETTING}, dans les secrets des fonctions.`,
  );
  return { outcome: 'rejected', why };
}

/**
 * Tells whether an address may be called: one over TLS or, when the project itself is on this machine, one of this
 * machine.
 */
function mayBeAsked(address: string, { env }: Dependencies): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:') return true;
  const isLocal = (name: string) => name === '127.0.0.1' || name === 'localhost';
  const project = readSetting(env, 'SUPABASE_URL') ?? '';
  return (
    protocol === 'http:' && isLocal(hostname) && URL.canParse(project) && isLocal(new URL(project).hostname)
  );
}
