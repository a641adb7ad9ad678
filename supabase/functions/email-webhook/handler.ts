import { createHandler } from '../_shared/create-handler.ts';
import { parseJson, readBodyBytes } from '../_shared/json.ts';
import { serviceApi } from '../_shared/service-api.ts';
import { requireSignature } from '../_shared/webhook-signature.ts';
import { readEvent } from './event.ts';

const MAX_BYTES = 256 * 1024;

/**
 * Records a delivery event of Resend, signed with RESEND_WEBHOOK_SECRET over the body as received. Answers 200
 * `{ recorded }`; on any other status Resend retries for hours. A repeated event, or an older one after a newer one,
 * changes nothing: the database ensures it.
 */
export const handler = createHandler('email-webhook', async (request, dependencies) => {
  const body = new Uint8Array(await readBodyBytes(request, MAX_BYTES));
  const id = await requireSignature(request, dependencies, 'RESEND_WEBHOOK_SECRET', body);
  // The signature is valid, so it is theirs; without JSON it is an event of no interest.
  const event = readEvent(parseJson(new TextDecoder().decode(body)), new Date().toISOString());
  if (!event) return { recorded: false };
  const recorded = await serviceApi(dependencies).call('record_email_event', { event_id: id, ...event });
  return { recorded: recorded === true };
});
