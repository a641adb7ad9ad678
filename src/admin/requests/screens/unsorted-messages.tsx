import { organisationDomain } from '@contract/mailboxes.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Inbox, Trash2, UserCheck } from 'lucide-react';
import { useState } from 'react';
import type { ListedContact } from '@/admin/contacts/data/contact-list';
import { contacts } from '@/admin/contacts/data/contacts';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { Modal } from '@/admin/kit/ui/modal';
import { PersonPicker } from '@/admin/kit/ui/person-picker';
import { type InboundMessage, inboundMessages } from '@/admin/messages/data/inbound-messages';
import { ReceivedMessage } from '@/admin/messages/parts/received-message';
import { formatNumber } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';

/**
 * Guesses the sender of a message: the contact with this very address, else the only one of its organisation's
 * domain.
 */
export function likelySender(
  { from_email, from_name }: Pick<InboundMessage, 'from_email' | 'from_name'>,
  people: readonly ListedContact[],
): ListedContact | undefined {
  const domain = organisationDomain(from_email);
  const colleagues = domain ? people.filter(({ email }) => organisationDomain(email) === domain) : [];
  return (
    people.find(({ email }) => email?.toLowerCase() === from_email) ??
    colleagues.find(({ name }) => name.toLowerCase() === from_name.trim().toLowerCase()) ??
    (colleagues.length === 1 ? colleagues[0] : undefined)
  );
}

/** « À classer »: the messages whose contact is unknown, or whose sender is uncertain. */
export function UnsortedMessages() {
  const unsorted = useQuery(inboundMessages.unsorted());
  const [isOpen, setOpen] = useState(false);
  const messages = unsorted.data ?? [];
  if (messages.length === 0 && !isOpen) return null;
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        <Inbox aria-hidden="true" className="size-4" />À classer ({formatNumber(messages.length)})
      </Button>
      {isOpen && (
        <Modal
          onClose={() => setOpen(false)}
          title="Messages à classer"
          description="Reçus par courriel, sans qu’on sache à qui ils appartiennent ou si l’expéditeur est bien lui."
        >
          {messages.length === 0 ? (
            <p className="text-slate">Tout est classé.</p>
          ) : (
            <ul className="space-y-6">
              {messages.map((message) => (
                <li key={message.id} id={message.id}>
                  <ReceivedMessage message={message} />
                  <AdminsOnly>
                    <Filing message={message} />
                  </AdminsOnly>
                </li>
              ))}
            </ul>
          )}
        </Modal>
      )}
    </>
  );
}

/** Files a message: with the likely contact in one press, with another, or discards it. */
function Filing({ message }: { message: InboundMessage }) {
  const list = useQuery(contacts.list());
  const file = useMutation(inboundMessages.file());
  const discard = useMutation(inboundMessages.discard());
  const people = list.data?.rows ?? [];
  const { id, contact_id, quote_request_id } = message;
  const likely = people.find((person) => person.id === contact_id) ?? likelySender(message, people);
  // A message that looks forged suggests no contact.
  const emphasis = message.sender_check === 'fail' ? 'outline' : 'accent';
  const fileWith = (contact: string) => file.mutate({ id, place: { contact } });
  return (
    <div className="mt-2 space-y-2">
      <div className="flex flex-wrap gap-2">
        {quote_request_id !== null ? (
          <Button
            size="sm"
            variant={emphasis}
            pending={file.isPending}
            onClick={() => file.mutate({ id, place: { request: quote_request_id } })}
          >
            <UserCheck aria-hidden="true" className="size-4" />
            Garder avec sa demande
          </Button>
        ) : (
          likely && (
            <Button
              size="sm"
              variant={emphasis}
              className="max-w-full"
              pending={file.isPending}
              onClick={() => fileWith(likely.id)}
            >
              <UserCheck aria-hidden="true" className="size-4 shrink-0" />
              <span className="truncate">
                Rattacher à {likely.name} ({likely.company})
              </span>
            </Button>
          )
        )}
        <Button size="sm" variant="outline" pending={discard.isPending} onClick={() => discard.mutate(id)}>
          <Trash2 aria-hidden="true" className="size-4" />
          Écarter
        </Button>
      </div>
      <PersonPicker
        label="Rattacher à un contact"
        people={people}
        chosen={undefined}
        onChoose={(person) => fileWith(person.id)}
      />
    </div>
  );
}
