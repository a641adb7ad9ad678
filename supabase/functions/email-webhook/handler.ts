import { createHandler } from '../_shared/create-handler.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { FunctionError } from '../_shared/errors.ts';
import { readLimited, SizeLimitExceeded } from '../_shared/read-limited.ts';
import { serviceApi } from '../_shared/service-api.ts';
import { readSetting } from '../_shared/settings.ts';
import { readEvent } from './event.ts';
import { isSigned } from './signature.ts';

const MAX_BYTES = 256 * 1024;

/**
 * What Resend tells of messages it accepted, signed with RESEND_WEBHOOK_SECRET over the body as it came. Answers 200
 * `{ recorded }`; anything else makes Resend come again, for hours. The same event twice, or an older one after a newer
 * one, changes nothing: the database sees to it.
 */
export const handler = createHandler('email-webhook', async (request, dependencies) => {
  const body = await readBody(request);
  const id = request.headers.get('svix-id') ?? '';
  await requireSignature(request, dependencies, id, body);
  const event = readEvent(parse(body), new Date().toISOString());
  if (!event) return { recorded: false };
  const recorded = await serviceApi(dependencies).call('record_email_event', { event_id: id, ...event });
  return { recorded: recorded === true };
});

async function requireSignature(
  { headers }: Request,
  { env }: Dependencies,
  id: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const secret = readSetting(env, 'RESEND_WEBHOOK_SECRET');
  const signature = {
    ...{ id, timestamp: headers.get('svix-timestamp') ?? '' },
    signatures: headers.get('svix-signature') ?? '',
  };
  if (secret && id.length <= 200 && (await isSigned(signature, body, secret, Date.now() / 1000))) return;
  const detail = secret ? undefined : 'RESEND_WEBHOOK_SECRET is not set: nobody is let in';
  throw new FunctionError(401, 'bad_signature', 'La signature est absente ou inexacte.', detail);
}

async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readLimited(request.body, MAX_BYTES));
  } catch (error) {
    if (error instanceof SizeLimitExceeded) {
      throw new FunctionError(413, 'body_too_large', 'La demande dépasse la taille permise.');
    }
    throw new FunctionError(400, 'unreadable_body', "Le corps de la demande n'a pas pu être lu.");
  }
}

/** Signed, so it is theirs; what is no JSON says nothing to us. */
function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
