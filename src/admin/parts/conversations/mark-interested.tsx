import { useMutation } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { contactChanges } from '@/admin/data/contacts/contact-changes';
import type { Contact } from '@/admin/data/contacts/contact-list';
import { Button } from '@/shared/ui/button';

/** Whether « intéressé » says more of a contact than is known: whoever is further, or refused, stays there. */
export const mayBecomeInterested = ({ status }: Pick<Contact, 'status'>): boolean =>
  status === 'nouveau' || status === 'contacté';

/** Offered to whoever answered, and never done by itself. */
export function MarkInterested({ contact }: { contact: Pick<Contact, 'id' | 'status'> }) {
  const mark = useMutation(contactChanges.setStatus());
  if (!mayBecomeInterested(contact)) return null;
  return (
    <InterestedButton
      pending={mark.isPending}
      onClick={() => mark.mutate({ ids: [contact.id], status: 'intéressé' })}
    />
  );
}

/** The button itself, for a person who is not a contact yet too. */
export function InterestedButton({ pending, onClick }: { pending: boolean; onClick: () => void }) {
  return (
    <Button size="sm" variant="outline" pending={pending} onClick={onClick}>
      <Star aria-hidden="true" className="size-4" />
      Marquer «&nbsp;intéressé&nbsp;»
    </Button>
  );
}
