import { labelOf } from '@/admin/kit/lib/label-of';
import { StatusBadge, type Tone } from '@/admin/kit/ui/status-badge';
import type { Enums } from '@/shared/database.types';
import { contactStatuses } from '../data/contact-labels';

const statusTones: Partial<Record<Enums<'contact_status'>, Tone>> = {
  nouveau: 'quiet',
  contacté: 'active',
  intéressé: 'active',
  refusé: 'quiet',
  partenaire: 'done',
};

export function ContactStatusBadge({ status }: { status: Enums<'contact_status'> }) {
  return <StatusBadge tone={statusTones[status] ?? 'quiet'} label={labelOf(contactStatuses, status)} />;
}
