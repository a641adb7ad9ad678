import { z } from 'zod';
import type { Dependencies } from '../_shared/dependencies.ts';
import { readJsonBody } from '../_shared/json.ts';
import {
  createLinkHandler,
  isToken,
  type Outcome,
  outcomeResponse,
  outcomeSchema,
} from '../_shared/link-handler.ts';
import { serviceApi } from '../_shared/service-api.ts';
import { visitorAddress } from '../_shared/visitor-address.ts';

/** Longest body: the text of a consent, and four short fields. */
const BODY_BYTES = 32 * 1024;

// Texts are passed on unchecked: the database tells what is missing, field by field.
const text = z.string().max(5_000).catch('');
const bodySchema = z.object({
  action: z.string(),
  token: text,
  email: text,
  answer: z.object({ name: text, functionTitle: text, company: text, phone: text }).optional(),
  version: text,
  label: text,
  details: text,
});
type Body = z.infer<typeof bodySchema>;

const notFound: Outcome = { status: 404, code: 'not_found', message: 'Ce lien ne mène à aucune fiche.' };

/**
 * « Ma fiche »: what is known of a person, opened by the token of a link that their mailbox received
 * (docs/decisions/0135). Only POST is answered, because link scanners follow every link; all rules are in the database.
 */
export const handler = createLinkHandler(
  'personal-record',
  'POST, OPTIONS',
  async (request, dependencies, headers) => {
    if (request.method !== 'POST') return undefined;
    const body = await readJsonBody(request, bodySchema, BODY_BYTES);
    return outcomeResponse(await runAction(body, visitorAddress(request.headers), dependencies), headers);
  },
);

/** Calls the database function of an action. A text that is no token asks nothing of the database. */
async function runAction(
  body: Body,
  network_address: string | null,
  dependencies: Dependencies,
): Promise<Outcome> {
  const { action, token, email, answer, version, label, details } = body;
  const call = async (fn: string, parameters: object) =>
    outcomeSchema.parse(await serviceApi(dependencies).call(fn, { ...parameters, network_address }));
  if (action === 'link') return call('request_personal_link', { email });
  if (!isToken(token)) return notFound;
  switch (action) {
    case 'read':
      return call('personal_record', { token });
    case 'correct':
      return call('correct_personal_record', { token, answer: answer ?? {} });
    case 'withdraw':
      return call('withdraw_personal_consent', { token });
    case 'consent':
      return call('give_personal_consent', { token, version, label, details });
    case 'erase':
      return call('ask_for_erasure', { token });
    default:
      return { status: 400, code: 'invalid_body', message: 'Cette action n’existe pas.' };
  }
}
