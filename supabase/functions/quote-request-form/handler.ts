import { z } from 'zod';
import { fieldRefusals, type otherRefusals } from '../_shared/contract/quote-request-refusals.ts';
import { siteOrigins } from '../_shared/cors.ts';
import { createHandler, type Handler } from '../_shared/create-handler.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { FunctionError, frenchIssues, toFunctionError } from '../_shared/errors.ts';
import { readBodyBytes, readJsonBody } from '../_shared/json.ts';
import { serviceApi } from '../_shared/service-api.ts';
import { missingSettings, siteUrls } from '../_shared/settings.ts';
import { visitorAddress } from '../_shared/visitor-address.ts';
import { requireProof } from './proof.ts';
import { quoteRequestSchema } from './quote-request.schema.ts';

const name = 'quote-request-form';

/** Four times the length of the longest fields: each character may be sent as twelve. */
const BODY_BYTES = 64 * 1024;

const RECEIVED = '/contact/recue';
const NOT_SENT = '/contact/non-envoyee';

/** The anchors of NOT_SENT for what is not about a field. */
const codeAnchors: Record<string, keyof typeof otherRefusals> = {
  too_many_calls: 'trop-de-demandes',
  proof_refused: 'verification',
  proof_unavailable: 'verification',
};

/** A request that one of its fields makes impossible. */
class FieldError extends FunctionError {
  readonly anchor: string;

  constructor(field: unknown, message: string) {
    super(400, 'invalid_body', message);
    this.anchor = (fieldRefusals as Record<string, { anchor: string }>)[String(field)]?.anchor ?? 'panne';
  }
}

/**
 * Receives a quote request of the public site: posted by the prerendered form itself where no script runs, answered by a
 * redirection to a page of the site (docs/decisions/0040); or sent by the script, in JSON, where Turnstile asks for a proof
 * that only this function can verify (0040).
 */
export const handler: Handler = (request, dependencies) =>
  mediaType(request) === 'application/x-www-form-urlencoded' && request.method === 'POST'
    ? answerForm(request, dependencies)
    : answerScript(request, dependencies);

const answerScript = createHandler(name, async (request, dependencies) => {
  const values = await readJsonBody(request, z.record(z.string(), z.unknown()), BODY_BYTES);
  await receive(request, values, dependencies);
  return { received: true };
});

async function answerForm(request: Request, dependencies: Dependencies): Promise<Response> {
  const requestId = crypto.randomUUID();
  try {
    const origin = request.headers.get('origin');
    if (origin !== null && !siteOrigins(dependencies.env).includes(origin)) {
      // Another site's page would make its visitors send requests under their own addresses.
      throw new FunctionError(403, 'foreign_origin', 'Cette demande vient d’un autre site.');
    }
    const text = new TextDecoder().decode(await readBodyBytes(request, BODY_BYTES));
    await receive(request, Object.fromEntries(new URLSearchParams(text)), dependencies);
    return seeOther(request, dependencies, RECEIVED);
  } catch (thrown) {
    const error = toFunctionError(thrown, requestId);
    const { status, code, detail } = error;
    if (status >= 500 || detail) dependencies.log({ function: name, requestId, status, code, ms: 0, detail });
    const anchor = error instanceof FieldError ? error.anchor : (codeAnchors[code] ?? 'panne');
    return seeOther(request, dependencies, `${NOT_SENT}#${anchor}`);
  }
}

/** Checks a request and writes it. Throws a French FunctionError. */
async function receive(
  request: Request,
  values: Record<string, unknown>,
  dependencies: Dependencies,
): Promise<void> {
  const result = quoteRequestSchema.safeParse(values, frenchIssues);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new FieldError(issue?.path[0], issue?.message ?? 'Demande invalide');
  }
  // A filled honeypot is a robot: it sees the same success, so that it learns nothing.
  if (values.reference_interne) return;
  const address = visitorAddress(request.headers);
  await requireProof(dependencies, String(values['cf-turnstile-response'] ?? ''), address);
  await serviceApi(dependencies).call('receive_quote_request', {
    request: result.data,
    network_address: address,
  });
}

/**
 * Redirects to the site that the form stands on. HTML of this function would come from another origin, or as plain
 * text.
 */
function seeOther(request: Request, { env }: Dependencies, path: string): Response {
  const origin = request.headers.get('origin');
  const site = origin && siteOrigins(env).includes(origin) ? origin : siteUrls(env)[0];
  const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  if (site) return new Response(null, { status: 303, headers: { ...headers, location: site + path } });
  const { message, status } = missingSettings(['SITE_URL']);
  return new Response(message, {
    status,
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
  });
}

const mediaType = (request: Request) =>
  request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
