import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';

/** A list in which nothing answers to the search or the filters, with the way back to the whole of it. */
export function NoResult({ title, onClear }: { title: string; onClear: () => void }) {
  return (
    <EmptyState title={title}>
      <Button variant="outline" onClick={onClear}>
        Effacer les filtres
      </Button>
    </EmptyState>
  );
}
