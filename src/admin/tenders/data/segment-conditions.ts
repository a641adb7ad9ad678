import type { SegmentConditions } from '@/admin/kit/lib/subject';
import { tenderKinds } from './tender-kinds';

/** The condition of segments on the calls for tenders of a contact's municipality, or of the MRC where the contact works. */
export const segmentConditions = {
  tender: { label: 'Appel d’offres (SEAO)', options: tenderKinds },
} as const satisfies SegmentConditions;
