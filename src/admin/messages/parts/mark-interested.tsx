import { useMutation } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { contactChanges } from '@/admin/contacts/data/contact-changes';
import type { Contact } from '@/admin/contacts/data/contact-list';
import { Button } from '@/shared/ui/button';

/** Tells whether « intéressé » would be progress for a contact: a later status, or a refusal, stays. */
export const mayBecomeInterested = ({ status }: Pick<Contact, 'status'>): boolean =>
  status === 'nouveau' || status === 'contacté';

/** A button to mark a contact who answered as interested, which never happens automatically. */
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

/** The button alone, also for a person who is not a contact yet. */
export function InterestedButton({ pending, onClick }: { pending: boolean; onClick: () => void }) {
  return (
    <Button size="sm" variant="outline" pending={pending} onClick={onClick}>
      <Star aria-hidden="true" className="size-4" />
      Marquer «&nbsp;intéressé&nbsp;»
    </Button>
  );
}
