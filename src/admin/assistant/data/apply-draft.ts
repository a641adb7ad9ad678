import { type MutationOptions, mutationOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { saveCampaignDraft } from '@/admin/campaigns/data/campaign-drafts';
import { firstValues } from '@/admin/campaigns/data/first-values';
import { campaignPaths } from '@/admin/campaigns/paths';
import { contactPaths } from '@/admin/contacts/paths';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { inboundMessages, isAnswerable } from '@/admin/messages/data/inbound-messages';
import { issuedQuotes, toQuoteVersion } from '@/admin/quotes/data/issued-quotes';
import { issuedQuoteSchema, sharedTexts, toTypedLine } from '@/admin/quotes/data/issued-quotes.schema';
import { quotePaths } from '@/admin/quotes/paths';
import { requestThread } from '@/admin/requests/data/request-thread';
import { requestPaths } from '@/admin/requests/paths';
import { segmentContacts } from '@/admin/segments/data/segment-contacts';
import { settings } from '@/admin/settings/data/settings';
import { readDraft } from '@/shared/lib/browser-draft';
import { type DraftOf, drafts } from './drafts';

/** The texts of a quote, as its form checks them. */
const quoteTexts = z.object({
  subject: sharedTexts.subject,
  notes: sharedTexts.notes,
  lines: sharedTexts.lines,
});

/** Runs another subject's mutation, which invalidates its own queries; the failure is told once, by the one that runs it. */
const run = <Data, Variables>(
  client: QueryClient,
  options: MutationOptions<Data, Error, Variables>,
  variables: Variables,
) =>
  client
    .getMutationCache()
    .build(client, { ...options, meta: { ...options.meta, silent: true } })
    .execute(variables);

/** The screen in which a person finishes a draft, and the values that it opens with. */
type Destination = { to: string; state?: { contact: DraftOf<'contact'>['content'] } };

/** The drafts that go on in another screen; a note and an action open their dialog. */
export type MovingDraft = DraftOf<'reply' | 'campaign' | 'quote' | 'contact'>;

/** Thrown where the person is writing already: their text comes first. */
const begun = new Error(
  'Une réponse est déjà commencée ici\u00a0: envoyez-la ou videz-la, puis revenez à ce brouillon.',
);

async function reply({ id, target, content }: DraftOf<'reply'>, client: QueryClient): Promise<Destination> {
  if (!target) throw new Error('La fiche de ce brouillon n’existe plus.');
  const text = { ...content, attachments: [] };
  if (target.kind === 'quote_request') {
    const { draft } = await client.fetchQuery({ ...requestThread.of(target.id), staleTime: 0 });
    if (draft || readDraft(`reply:request:${target.id}`)) throw begun;
    await run(client, requestThread.saveDraft(target.id), { id, text });
    // The screen begins with what it finds in the cache: the text before the draft.
    client.removeQueries({ queryKey: requestThread.of(target.id).queryKey });
    return { to: requestPaths.reply.href(target.id) };
  }
  const { messages, draft } = await client.fetchQuery({
    ...inboundMessages.ofContact(target.id),
    staleTime: 0,
  });
  const message = messages.find(isAnswerable);
  if (!message) throw new Error('Cette personne n’a écrit aucun message auquel répondre.');
  if (draft || readDraft(`reply:message:${message.id}`)) throw begun;
  await run(client, inboundMessages.saveDraft(message.id), { id, text });
  client.removeQueries({ queryKey: inboundMessages.ofContact(target.id).queryKey });
  return { to: `${contactPaths.one.href(target.id)}#echanges` };
}

async function campaign({ id, content }: DraftOf<'campaign'>, client: QueryClient): Promise<Destination> {
  const rules = await client.fetchQuery(settings.sendingRules());
  const segment = content.segment_id
    ? await client.fetchQuery(segmentContacts(content.segment_id))
    : undefined;
  await saveCampaignDraft(id, {
    ...firstValues(rules.verified_senders, [], undefined),
    name: content.name,
    message_subject: content.subject,
    message_body: content.body,
    ...(segment && { segment_id: content.segment_id, contact_ids: segment.ids }),
  });
  await client.invalidateQueries({ queryKey: queryKeys.campaigns });
  return { to: `${campaignPaths.new.href()}?brouillon=${id}` };
}

async function quote({ target, content }: DraftOf<'quote'>, client: QueryClient): Promise<Destination> {
  const { subject, notes, lines } = content;
  const texts = quoteTexts.safeParse({
    subject,
    notes,
    lines: JSON.stringify(
      lines.map(({ description, quantity, unit, unit_price_cents }) =>
        toTypedLine({ description, unit, quantity: quantity.toFixed(3), unitPriceCents: unit_price_cents }),
      ),
    ),
  });
  if (!texts.success) throw new Error(texts.error.issues[0]?.message);
  const from = target ? { source: target.kind, source_id: target.id } : {};
  const made = await run(client, issuedQuotes.create(), from);
  const stored = await client.fetchQuery(issuedQuotes.byId(made));
  if (stored) {
    const { values, readAt } = toQuoteVersion(stored);
    const input = issuedQuoteSchema.parse({ ...values, ...texts.data });
    await run(client, issuedQuotes.save(made), { input, readAt });
    client.removeQueries({ queryKey: issuedQuotes.byId(made).queryKey });
  }
  return { to: quotePaths.one.href(made) };
}

function destinationOf(draft: MovingDraft, client: QueryClient): Promise<Destination> | Destination {
  if (draft.kind === 'reply') return reply(draft, client);
  if (draft.kind === 'campaign') return campaign(draft, client);
  if (draft.kind === 'quote') return quote(draft, client);
  return { to: contactPaths.new.href(), state: { contact: draft.content } };
}

/** Options to make of a draft what a person begins by hand: the text of a reply, a campaign or a quote, a new contact. */
export const applyDraft = () =>
  mutationOptions({
    mutationFn: async (draft: MovingDraft, { client }) => {
      // Another window may have applied it: a quote would be made twice.
      const waiting = await client.fetchQuery({ ...drafts.waiting(), staleTime: 0 });
      if (!waiting.some(({ id }) => id === draft.id))
        throw new Error('Ce brouillon a déjà été appliqué ou jeté.');
      const destination = await destinationOf(draft, client);
      // The list leaves a person out once they are a contact: until then their form may be left.
      if (draft.kind !== 'contact') await run(client, drafts.close(), draft.id);
      return destination;
    },
  });
