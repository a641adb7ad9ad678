import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';

/** An empty result of a search or of filters, with a button that clears them. */
export function NoResult({ title, onClear }: { title: string; onClear: () => void }) {
  return (
    <EmptyState title={title}>
      <p className="max-w-prose text-slate">La recherche ou un filtre cache tout ce que la liste contient.</p>
      <Button variant="outline" onClick={onClear}>
        Effacer les filtres
      </Button>
    </EmptyState>
  );
}
