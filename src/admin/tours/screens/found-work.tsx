import { formatDateTime } from '@/admin/kit/lib/dates';
import { Button } from '@/shared/ui/button';
import type { TourDraft } from './use-tour-draft';

/** Unsaved work of an earlier visit, to take up again or to forget. */
export function FoundWork({ found }: { found: NonNullable<TourDraft['found']> }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-xl bg-amber-pale px-4 py-3 text-amber-ink"
    >
      <p className="mr-auto">
        Un travail non enregistré du {formatDateTime(new Date(found.savedAt).toISOString())} a été retrouvé.
      </p>
      <Button size="sm" variant="outline" onClick={found.take}>
        Le reprendre
      </Button>
      <Button size="sm" variant="ghost" onClick={found.drop}>
        L’oublier
      </Button>
    </div>
  );
}
