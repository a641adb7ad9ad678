import { z } from 'zod';
import type { Dependencies } from '../_shared/dependencies.ts';
import { serviceApi } from '../_shared/service-api.ts';
import { SiteFailure, type SiteProblem } from '../_shared/site/site-address.ts';
import { redirection, requestSite, type SiteAnswer } from '../_shared/site/site-request.ts';

/**
 * Number of addresses in one run, each minute: a studio's tours take the hours of a night, and no server gets more
 * than one request at a time.
 */
const BATCH_SIZE = 3;
const ALL_MS = 25_000;
const MOST_REDIRECTS = 4;

const claimedSchema = z.array(z.object({ tour_id: z.guid(), url: z.string() }));

/** The answer of an address; without `why` it opens. */
type LinkFinding = { answered: number | null; why: string | null };

/**
 * Checks the external addresses of tours that are due (`claim_tour_links`), one after the other, and records the
 * answers. People typed them: the guard of prospects' sites keeps them on the public Internet.
 */
export async function checkTourLinks(dependencies: Dependencies): Promise<void> {
  const api = serviceApi(dependencies);
  const claimed = claimedSchema.parse(await api.call('claim_tour_links', { batch: BATCH_SIZE }));
  const limit = dependencies.clock.timeout(ALL_MS);
  for (const { tour_id, url } of claimed) {
    // Addresses that no time is left for are due again at the next check.
    if (limit.aborted) return;
    const finding = await askLink(url, dependencies, limit);
    await api.call('record_tour_link', { tour: tour_id, asked: url, ...finding });
  }
}

async function askLink(first: string, dependencies: Dependencies, limit: AbortSignal): Promise<LinkFinding> {
  // An address that cannot be read must not hold the others back.
  if (!URL.canParse(first)) return { answered: null, why: 'L’adresse est mal écrite.' };
  try {
    let url = new URL(first);
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const answer = await requestPage(url, dependencies, limit);
      const next = redirection(answer, url);
      if (!next) return { answered: answer.status, why: problemOf(answer.status) };
      url = next;
    }
    return { answered: null, why: 'L’adresse redirige sans fin.' };
  } catch (error) {
    if (!(error instanceof SiteFailure)) throw error;
    return { answered: null, why: problemTexts[error.problem] };
  }
}

/** Sends HEAD, and GET where a server does not support HEAD or answers it differently. */
async function requestPage(url: URL, dependencies: Dependencies, limit: AbortSignal): Promise<SiteAnswer> {
  const answer = await requestSite(url, dependencies, limit, 'HEAD').catch((error: unknown) => {
    if (error instanceof SiteFailure && error.problem === 'unreachable') return undefined;
    throw error;
  });
  return answer && answer.status < 400 ? answer : requestSite(url, dependencies, limit);
}

/** Classifies a status: 401, 403, 429 and similar ones refuse robots, while a person may see the tour. */
function problemOf(status: number): string | null {
  if (status === 404 || status === 410) return `La page n’existe plus (réponse ${status}).`;
  return status >= 500 ? `Le site est en panne (réponse ${status}).` : null;
}

const problemTexts: Record<SiteProblem, string | null> = {
  refused: 'L’adresse n’est pas celle d’un site public.',
  unreachable: 'Le site ne répond pas.',
  timeout: 'Le site ne répond pas à temps.',
  error_status: 'Le site est en panne.',
  // Any other status is an answer.
  robots: null,
  not_html: null,
};
