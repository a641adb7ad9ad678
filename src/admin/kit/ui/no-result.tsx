import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';

/** An empty result of a search or of filters, with a button that clears them. */
export function NoResult({ title, onClear }: { title: string; onClear: () => void }) {
  return (
    <EmptyState title={title}>
      <Button variant="outline" onClick={onClear}>
        Effacer les filtres
      </Button>
    </EmptyState>
  );
}
