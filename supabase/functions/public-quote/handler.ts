import { Buffer } from 'node:buffer';
import { z } from 'zod';
import type { Dependencies } from '../_shared/dependencies.ts';
import { readJsonBody } from '../_shared/json.ts';
import { QUOTE_FILES } from '../_shared/kept-pdf.ts';
import {
  createLinkHandler,
  isToken,
  type Outcome,
  outcomeResponse,
  outcomeSchema,
} from '../_shared/link-handler.ts';
import {
  certificatePdf,
  quoteFileName,
  readQuotePdf,
  serverQuoteSchema,
  storeQuotePdf,
} from '../_shared/quote-files.ts';
import { serviceApi, serviceFiles } from '../_shared/service-api.ts';
import { visitorAddress } from '../_shared/visitor-address.ts';

/** The bucket's own limit, plus the overhead of base64 and the other fields. */
const FILE_BYTES = 5 * 1024 * 1024;
const BODY_BYTES = 7.5 * 1024 * 1024;

const publicQuoteSchema = serverQuoteSchema.extend({
  emailHint: z.string(),
  acceptsBy: z.enum(['council', 'person']),
  accepted: z.object({ name: z.string(), jobTitle: z.string(), acceptedAt: z.string() }).nullable(),
});
type PublicQuote = z.infer<typeof publicQuoteSchema>;

const bodySchema = z.object({
  action: z.string(),
  token: z.string().catch(''),
  resolutionFile: z.object({ name: z.string(), base64: z.string() }).nullish().catch(null),
  // Texts are passed on unchecked: the database tells what is missing, field by field.
  ...Object.fromEntries(
    [
      'name',
      'body',
      'reason',
      'jobTitle',
      'authority',
      'resolutionNumber',
      'resolutionDate',
      'purchaseOrder',
      'code',
    ].map((field) => [field, z.string().max(20_000).nullish().catch(null)]),
  ),
});
type Body = z.infer<typeof bodySchema> & Record<string, unknown>;

const notFound: Outcome = { status: 404, code: 'not_found', message: 'Ce lien ne mène à aucun devis.' };

/**
 * The public page of a sent quote, opened by its token alone (docs/decisions/0058). GET and HEAD are the PDF and change
 * nothing: link scanners follow every link. POST does what `action` says; all rules are in the database.
 */
export const handler = createLinkHandler(
  'public-quote',
  'GET, HEAD, POST, OPTIONS',
  async (request, dependencies, headers) => {
    if (request.method === 'POST') return outcomeResponse(await runAction(request, dependencies), headers);
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    return sendPdf(request, dependencies, headers);
  },
);

async function runAction(request: Request, dependencies: Dependencies): Promise<Outcome> {
  const requestBody: Body = await readJsonBody(request, bodySchema, BODY_BYTES);
  const { action, token, name, body, reason } = requestBody;
  if (!isToken(token)) return notFound;
  const call = async (fn: string, more: object = {}) => {
    const outcome = outcomeSchema.parse(await serviceApi(dependencies).call(fn, { token, ...more }));
    return outcome.status === 404 ? notFound : outcome;
  };
  switch (action) {
    case 'read':
      return readQuote(dependencies, token);
    case 'opened':
      return call('note_quote_opened');
    case 'question':
      return call('ask_about_quote', { asker: name, question: body });
    case 'refuse':
      return call('refuse_quote', { refuser: name, reason });
    case 'code':
      return call('send_quote_code');
    case 'accept':
      return acceptQuote(dependencies, requestBody, visitorAddress(request.headers), call);
    default:
      return { status: 400, code: 'invalid_body', message: 'Cette action n’existe pas.' };
  }
}

async function readQuote(dependencies: Dependencies, token: string): Promise<Outcome> {
  const quote = await findQuote(dependencies, token);
  if (!quote) return notFound;
  const { status, document, emailHint, acceptsBy, accepted } = quote;
  return { status: 200, body: { status, document, emailHint, acceptsBy, acceptance: accepted } };
}

async function acceptQuote(
  dependencies: Dependencies,
  requestBody: Body,
  address: string | null,
  call: (fn: string, more: object) => Promise<Outcome>,
): Promise<Outcome> {
  const file = requestBody.resolutionFile
    ? Buffer.from(requestBody.resolutionFile.base64, 'base64')
    : undefined;
  if (file && (file.length > FILE_BYTES || file.subarray(0, 5).toString('latin1') !== '%PDF-')) {
    const message = 'Joignez un PDF de 5\u00a0Mo au plus.';
    return { status: 422, code: 'invalid', message, fields: { resolutionFile: message } };
  }
  const quote = await findQuote(dependencies, requestBody.token);
  if (!quote) return notFound;
  const isOpen = quote.status === 'envoyé';
  // The accepted document is a file: it is stored before, so that the record can name it by its digest. Where the
  // digest is known the file is not read: the acceptance is valid without it, and its signed copy waits for it
  // (docs/decisions/0058).
  if (isOpen && !quote.pdfSha256) await storeQuotePdf(dependencies, quote);
  const files = serviceFiles(dependencies, QUOTE_FILES);
  const resolutionPath = file && isOpen ? `${quote.id}/${crypto.randomUUID()}.pdf` : null;
  if (file && resolutionPath) await files.upload(resolutionPath, file, 'application/pdf');
  const { name, jobTitle, authority, resolutionNumber, resolutionDate, purchaseOrder, code } = requestBody;
  const outcome = await call('accept_quote', {
    answer: {
      name,
      jobTitle,
      authority,
      resolutionNumber,
      resolutionDate,
      purchaseOrder,
      code,
      resolutionPath,
    },
    network_address: address,
  });
  // dispatch-emails deletes the remaining file.
  if (resolutionPath && outcome.status !== 200) await files.remove([resolutionPath]).catch(() => undefined);
  return outcome;
}

async function sendPdf(
  request: Request,
  dependencies: Dependencies,
  headers: Record<string, string>,
): Promise<Response> {
  const parameters = new URL(request.url).searchParams;
  const token = parameters.get('token') ?? '';
  const quote = isToken(token) ? await findQuote(dependencies, token) : undefined;
  const isCertificate = parameters.get('document') === 'acceptance';
  if (!quote || (isCertificate && !quote.acceptance)) return outcomeResponse(notFound, headers);
  const sent = {
    ...headers,
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${quoteFileName(quote, isCertificate ? '-acceptation' : '')}"`,
  };
  if (request.method === 'HEAD') return new Response(null, { headers: sent });
  const bytes = isCertificate
    ? await certificatePdf(dependencies, quote)
    : await readQuotePdf(dependencies, quote);
  return new Response(bytes as BodyInit, { headers: sent });
}

async function findQuote(dependencies: Dependencies, token: string): Promise<PublicQuote | undefined> {
  const found = await serviceApi(dependencies).call('public_quote', { token });
  return found === null ? undefined : publicQuoteSchema.parse(found);
}
