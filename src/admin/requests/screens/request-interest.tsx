import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { contactChanges } from '@/admin/contacts/data/contact-changes';
import { contacts } from '@/admin/contacts/data/contacts';
import type { InboundMessage } from '@/admin/messages/data/inbound-messages';
import {
  InterestedButton,
  MarkInterested,
  mayBecomeInterested,
} from '@/admin/messages/parts/mark-interested';
import type { QuoteRequest } from '../data/quote-requests';
import { Conversion, useConversion } from './request-contact';

type Props = { quote: QuoteRequest; messages: readonly InboundMessage[] };

/** A button that marks a person who answered as interested, as in the conversation with a contact; never automatic. */
export function RequestInterest({ quote, messages }: Props) {
  if (!messages.some(({ kind, applied_at }) => kind === 'reply' && applied_at !== null)) return null;
  return quote.contact_id ? <OfContact id={quote.contact_id} /> : <MarkRequesterInterested quote={quote} />;
}

function OfContact({ id }: { id: string }) {
  const { data } = useQuery(contacts.byId(id));
  return data ? <MarkInterested contact={data} /> : null;
}

/** Converts the requester to a contact with the same press, like « Convertir en contact ». */
function MarkRequesterInterested({ quote }: { quote: QuoteRequest }) {
  const client = useQueryClient();
  const mark = useMutation(contactChanges.setStatus());
  const conversion = useConversion(quote, async (id) => {
    // The person may already have been a contact with a further status.
    const contact = await client.fetchQuery({ ...contacts.byId(id), staleTime: 0 });
    if (contact && mayBecomeInterested(contact)) await mark.mutateAsync({ ids: [id], status: 'intéressé' });
  });
  if (conversion.asked) return <Conversion quote={quote} conversion={conversion} />;
  return <InterestedButton pending={conversion.isPending} onClick={conversion.press} />;
}
