import { createHandler } from '../_shared/create-handler.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { FunctionError } from '../_shared/errors.ts';
import { parseJson, readBodyBytes } from '../_shared/json.ts';
import { serviceApi } from '../_shared/service-api.ts';
import { readSetting } from '../_shared/settings.ts';
import { readEvent } from './event.ts';
import { isSigned } from './signature.ts';

const MAX_BYTES = 256 * 1024;

/**
 * Records a delivery event of Resend, signed with RESEND_WEBHOOK_SECRET over the body as received. Answers 200
 * `{ recorded }`; on any other status Resend retries for hours. A repeated event, or an older one after a newer one,
 * changes nothing: the database ensures it.
 */
export const handler = createHandler('email-webhook', async (request, dependencies) => {
  const body = new Uint8Array(await readBodyBytes(request, MAX_BYTES));
  const id = request.headers.get('svix-id') ?? '';
  await requireSignature(request, dependencies, id, body);
  // Signed, so it is theirs; what is not JSON is an event that says nothing to us.
  const event = readEvent(parseJson(new TextDecoder().decode(body)), new Date().toISOString());
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
