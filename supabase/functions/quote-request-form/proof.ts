import { z } from 'zod';
import type { Dependencies } from '../_shared/dependencies.ts';
import { FunctionError } from '../_shared/errors.ts';
import { parseJson } from '../_shared/json.ts';
import { FetchFailure, limitedFetch } from '../_shared/limited-fetch.ts';
import { readSetting } from '../_shared/settings.ts';

const VERIFY_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
const limits = { timeoutMs: 8_000, maxBytes: 64 * 1024 };

/** Cloudflare's own limit; nothing longer is worth a call. */
const TOKEN_LENGTH = 2048;

const answerSchema = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) });

/** What says that the widget was not solved, or too long ago; any other code is a fault of the settings or of the service. */
const refusals = ['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate'];

/**
 * Verifies that a person solved the widget of the form, where Turnstile is configured (docs/decisions/0041). Throws 403 for
 * a token that is missing, false, old or used, and 503 where nobody can tell: without an answer the request is refused.
 */
export async function requireProof(
  dependencies: Dependencies,
  token: string,
  address: string | null,
): Promise<void> {
  const secret = readSetting(dependencies.env, 'TURNSTILE_SECRET_KEY');
  if (!secret) return;
  if (!token || token.length > TOKEN_LENGTH) throw notProven();
  const codes = await askVerifier(dependencies, {
    secret,
    response: token,
    ...(address && { remoteip: address }),
  });
  if (codes.length === 0) return;
  if (codes.every((code) => refusals.includes(code))) throw notProven();
  throw unverifiable(dependencies, `siteverify answered ${codes.join(', ').slice(0, 200)}`);
}

/** @returns why the token is refused; nothing when it is good */
async function askVerifier(dependencies: Dependencies, body: object): Promise<string[]> {
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
  if (data.success) return [];
  return data['error-codes'].length > 0 ? data['error-codes'] : ['no reason given'];
}

const notProven = () =>
  new FunctionError(
    403,
    'proof_refused',
    'La vérification anti-robot n’a pas abouti. Refaites-la, puis envoyez votre demande de nouveau.',
  );

function unverifiable({ env }: Dependencies, detail: string): FunctionError {
  const contact = readSetting(env, 'CONTACT_EMAIL');
  const message =
    'Nous n’avons pas pu vérifier que vous êtes une personne. Réessayez dans quelques minutes, ou écrivez-nous' +
    (contact ? ` à ${contact}.` : ' directement.');
  return new FunctionError(503, 'proof_unavailable', message, detail);
}
