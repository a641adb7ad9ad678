import { z } from 'zod';
import { siteOrigins } from '../_shared/cors.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { FunctionError } from '../_shared/errors.ts';
import { parseJson } from '../_shared/json.ts';
import { FetchFailure, limitedFetch } from '../_shared/limited-fetch.ts';
import { readSetting } from '../_shared/settings.ts';

const VERIFY_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
const limits = { timeoutMs: 8_000, maxBytes: 64 * 1024 };

/** Cloudflare's own limit; nothing longer is worth a call. */
const TOKEN_LENGTH = 2048;

/** Action name of the form's widget (src/site/lib/turnstile.ts): a proof given for any other is invalid. */
const ACTION = 'quote-request';

/** Cloudflare's documented test secrets: they accept any token, and answer for a site of theirs. */
const TEST_SECRET = /^[123]x0{20,}AA$/;

const answerSchema = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
  hostname: z.string().optional(),
  action: z.string().optional(),
});

/**
 * Codes of a widget that was not solved, or too long ago; any other code is a fault of the settings or of the
 * service.
 */
const refusals = ['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate'];

/**
 * Verifies that a person solved the widget of the form, where Turnstile is configured (docs/decisions/0040). Throws 403 for
 * a token that is missing, false, old, used, or given by another site or for another form, and 503 where nobody can tell:
 * without an answer the request is refused.
 */
export async function requireProof(
  dependencies: Dependencies,
  token: string,
  address: string | null,
): Promise<void> {
  const secret = readSetting(dependencies.env, 'TURNSTILE_SECRET_KEY');
  if (!secret) return;
  if (!token || token.length > TOKEN_LENGTH) throw notProven();
  const verdict = await askVerifier(dependencies, {
    secret,
    response: token,
    ...(address && { remoteip: address }),
  });
  if (verdict.success) {
    const { hostname = 'no site', action = 'nothing' } = verdict;
    const isOurs = siteOrigins(dependencies.env).some((origin) => new URL(origin).hostname === hostname);
    if ((isOurs && action === ACTION) || TEST_SECRET.test(secret)) return;
    throw notProven(`the token was given by ${hostname} for ${action}`.slice(0, 200));
  }
  const codes = verdict['error-codes'];
  if (codes.length > 0 && codes.every((code) => refusals.includes(code))) throw notProven();
  const reason = codes.join(', ').slice(0, 200) || 'no reason given';
  throw unverifiable(dependencies, `siteverify answered ${reason}`);
}

async function askVerifier(dependencies: Dependencies, body: object): Promise<z.infer<typeof answerSchema>> {
  const url = readSetting(dependencies.env, 'TURNSTILE_VERIFY_URL') ?? VERIFY_URL;
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const answer = await limitedFetch(dependencies, url, init, limits).catch((error: unknown) => {
    throw error instanceof FetchFailure ? unverifiable(dependencies, error.message) : error;
  });
  const { data } = answerSchema.safeParse(parseJson(answer.text));
  if (!data) throw unverifiable(dependencies, `siteverify answered ${answer.status} and no verdict`);
  return data;
}

const notProven = (detail?: string) =>
  new FunctionError(
    403,
    'proof_refused',
    'La vérification anti-robot n’a pas abouti. Refaites-la, puis envoyez votre demande de nouveau.',
    detail,
  );

function unverifiable({ env }: Dependencies, detail: string): FunctionError {
  const contact = readSetting(env, 'CONTACT_EMAIL');
  const message =
    'Nous n’avons pas pu vérifier que vous êtes une personne. Réessayez dans quelques minutes, ou écrivez-nous' +
    (contact ? ` à ${contact}.` : ' directement.');
  return new FunctionError(503, 'proof_unavailable', message, detail);
}
