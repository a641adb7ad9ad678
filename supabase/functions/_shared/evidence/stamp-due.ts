import { z } from 'zod';
import type { Dependencies } from '../dependencies.ts';
import { isLoopback } from '../loopback.ts';
import { serviceApi } from '../service-api.ts';
import { readSetting } from '../settings.ts';
import { SiteFailure, type SiteProblem } from '../site/site-address.ts';
import { requestSite } from '../site/site-request.ts';
import {
  type Bytes,
  certificatesOf,
  checkTimeStamp,
  nonceText,
  type StampProblem,
  type TimeStamp,
  timeStampRequest,
  toHex,
} from './time-stamp.ts';

/** Number of stamps of one run: each is one request of a few kilobytes. */
const BATCH_SIZE = 4;
const ALL_MS = 25_000;
/** An answer has some kilobytes, certificates included. */
const MOST_BYTES = 64 * 1024;
/** Greatest difference between an authority's clock and ours; our clock alone cannot say who is wrong. */
const CLOCK_TOLERANCE_MS = 10 * 60_000;

const claimedSchema = z.array(
  z.object({
    seal_id: z.guid(),
    authority: z.string(),
    root: z.string().regex(/^[0-9a-f]{64}$/),
    attempt: z.int(),
  }),
);
type ClaimedStamp = z.infer<typeof claimedSchema>[number];
const settingsSchema = z.array(z.object({ certificates: z.string() }));

const problemTexts: Record<SiteProblem, string> = {
  refused: 'Son adresse n’est pas permise\u00a0: il faut une adresse https publique.',
  unreachable: 'Elle est injoignable.',
  timeout: 'Elle n’a pas répondu à temps.',
  robots: 'Elle refuse la demande.',
  not_html: 'Sa réponse est illisible.',
  error_status: 'Elle a répondu par une erreur.',
};
const stampProblems: Record<StampProblem, string> = {
  unreadable: 'Sa réponse n’est pas un horodatage.',
  'not-granted': 'Elle a refusé d’horodater.',
  'other-imprint': 'Elle a horodaté autre chose que ce sceau.',
  signature: 'Sa signature n’est pas valide.',
  'not-for-stamps': 'Son certificat n’est pas un certificat d’horodatage.',
  'certificate-expired': 'Son certificat n’est pas valide en ce moment.',
  'incomplete-chain': 'Son certificat racine manque.',
};

/** Reasons in French why an authority gave no usable stamp. */
class StampRefusal extends Error {
  override readonly name = 'NoStamp';
}

/**
 * Asks the authorities for the stamps that are due, one after the other, and records what they answer. One that fails is asked
 * again later (`finish_seal_request`); nothing waits for it.
 *
 * @param seal only of this seal
 */
export async function stampDue(
  dependencies: Dependencies,
  seal?: string,
): Promise<{ stamped: number; failed: number }> {
  const api = serviceApi(dependencies);
  const body = { batch: BATCH_SIZE, ...(seal ? { seal } : {}) };
  const claimed = claimedSchema.parse(await api.call('claim_seal_requests', body));
  const counts = { stamped: 0, failed: 0 };
  if (claimed.length === 0) return counts;
  const [settings] = settingsSchema.parse(await api.read('evidence_settings?select=certificates&id=eq.1'));
  const roots = certificatesOf(settings?.certificates ?? '');
  const limit = dependencies.clock.timeout(ALL_MS);
  for (const request of claimed) {
    const { seal_id, authority, attempt } = request;
    const given = await stampOf(request, roots, dependencies, limit).catch((error: unknown) => {
      if (error instanceof StampRefusal) return { why: error.message };
      throw error;
    });
    await api.call('finish_seal_request', { seal: seal_id, authority, attempt, ...given });
    counts['why' in given ? 'failed' : 'stamped'] += 1;
  }
  return counts;
}

async function stampOf(
  { root, authority }: ClaimedStamp,
  roots: readonly Bytes[],
  dependencies: Dependencies,
  limit: AbortSignal,
) {
  const rootBytes = Uint8Array.from(root.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', rootBytes));
  const nonce = crypto.getRandomValues(new Uint8Array(16));
  const der = await askAuthority(authority, timeStampRequest(digest, nonce), dependencies, limit);
  const { stamp, problems: found } = await checkTimeStamp(der, toHex(digest), roots);
  // A root that nobody has typed in the settings yet is no fault of the authority.
  const problem = found.find((one) => one !== 'incomplete-chain');
  if (!stamp || problem) throw new StampRefusal(stampProblems[problem ?? 'unreadable']);
  checkAnswer(stamp, nonce, dependencies);
  return { token: base64Of(der), gen_time: stamp.time.toISOString(), serial: stamp.serial };
}

function checkAnswer({ nonce, time }: TimeStamp, asked: Uint8Array, { clock }: Dependencies): void {
  // An answer to another request: one that was kept and is sent again.
  if (nonce !== nonceText(asked)) throw new StampRefusal('Elle a répondu à une autre demande.');
  if (Math.abs(time.getTime() - clock.wallTime()) > CLOCK_TOLERANCE_MS)
    throw new StampRefusal('Son heure et celle du serveur diffèrent de plus de dix minutes.');
}

async function askAuthority(
  address: string,
  request: Bytes,
  dependencies: Dependencies,
  limit: AbortSignal,
): Promise<Bytes> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !(url.protocol === 'https:' || isDemonstration(url, dependencies)))
    throw new StampRefusal(problemTexts.refused);
  // The guard of outside addresses lets the demonstration's own one through, and nothing else of this machine.
  const env = isDemonstration(url, dependencies)
    ? (name: string) => (name === 'SITE_READER_ALLOWED' ? url.host : dependencies.env(name))
    : dependencies.env;
  const sent = { type: 'application/timestamp-query', accept: 'application/timestamp-reply', bytes: request };
  try {
    const { status, body } = await requestSite(url, { ...dependencies, env }, limit, 'POST', sent);
    if (status !== 200) throw new StampRefusal(`Elle a répondu par une erreur (${status}).`);
    if (body.length > MOST_BYTES) throw new StampRefusal(problemTexts.not_html);
    return new Uint8Array(body);
  } catch (error) {
    if (error instanceof SiteFailure) throw new StampRefusal(problemTexts[error.problem]);
    throw error;
  }
}

/** Tells whether an address is that of the authority of `npm start`: on this machine, with the project on it too. */
function isDemonstration({ protocol, hostname }: URL, { env }: Dependencies): boolean {
  const project = readSetting(env, 'SUPABASE_URL') ?? '';
  return (
    protocol === 'http:' &&
    hostname === '127.0.0.1' &&
    URL.canParse(project) &&
    isLoopback(new URL(project).hostname)
  );
}

function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
