import { contactStatuses } from '@/admin/data/contacts/contact-labels';
import { labelOf } from '@/admin/lib/label-of';
import { StatusBadge, type Tone } from '@/admin/ui/status-badge';

const statusTones: Record<string, Tone> = {
  nouveau: 'attention',
  contacté: 'active',
  intéressé: 'active',
  refusé: 'quiet',
  partenaire: 'done',
};

export function ContactStatusBadge({ status }: { status: string }) {
  return <StatusBadge tone={statusTones[status] ?? 'quiet'} label={labelOf(contactStatuses, status)} />;
}
