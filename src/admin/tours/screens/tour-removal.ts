import { toTrash } from '@/admin/kit/ui/removal-question';
import type { Enums } from '@/shared/database.types';

/** Describes the consequences of moving a tour to the trash. */
export const tourToTrash = ({ title, status }: { title: string; status: Enums<'tour_status'> }) =>
  toTrash(
    `La visite «\u00a0${title}\u00a0»`,
    status === 'published' ? 'Elle quitte le site public.' : undefined,
  );
