import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { contactChanges } from '@/admin/data/contacts/contact-changes';
import { contacts } from '@/admin/data/contacts/contacts';
import type { InboundMessage } from '@/admin/data/conversations/inbound-messages';
import type { QuoteRequest } from '@/admin/data/quote-requests/quote-requests';
import {
  InterestedButton,
  MarkInterested,
  mayBecomeInterested,
} from '@/admin/parts/conversations/mark-interested';
import { Conversion, useConversion } from './request-contact';

type Props = { quote: QuoteRequest; messages: readonly InboundMessage[] };

/** « Intéressé » of whoever answered, as in the conversation with a contact: never done by itself. */
export function RequestInterest({ quote, messages }: Props) {
  if (!messages.some(({ kind, applied_at }) => kind === 'reply' && applied_at !== null)) return null;
  return quote.contact_id ? <OfContact id={quote.contact_id} /> : <OfNobodyYet quote={quote} />;
}

function OfContact({ id }: { id: string }) {
  const { data } = useQuery(contacts.byId(id));
  return data ? <MarkInterested contact={data} /> : null;
}

/** Who asked is made a contact by the same press, as « Convertir en contact » does it. */
function OfNobodyYet({ quote }: { quote: QuoteRequest }) {
  const client = useQueryClient();
  const mark = useMutation(contactChanges.setStatus());
  const conversion = useConversion(quote, async (id) => {
    // They may have been a contact all along, and further.
    const contact = await client.fetchQuery({ ...contacts.byId(id), staleTime: 0 });
    if (contact && mayBecomeInterested(contact)) await mark.mutateAsync({ ids: [id], status: 'intéressé' });
  });
  if (conversion.asked) return <Conversion quote={quote} conversion={conversion} />;
  return <InterestedButton pending={conversion.isPending} onClick={conversion.press} />;
}
