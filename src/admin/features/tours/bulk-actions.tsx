import { useMutation } from '@tanstack/react-query';
import { Archive, Globe, Trash2 } from 'lucide-react';
import { type ListedTour, tours } from '@/admin/data/tours/tours';
import { SelectionBar } from '@/admin/ui/selection-bar';
import { Button } from '@/shared/ui/button';

/** What can be done to the chosen tours, all at once. */
export function BulkActions({
  chosen,
  onClear,
  onDelete,
}: {
  chosen: readonly ListedTour[];
  onClear: () => void;
  onDelete: () => void;
}) {
  const publish = useMutation(tours.setStatus('published', chosen.length));
  const archive = useMutation(tours.setStatus('archived', chosen.length));
  const busy = publish.isPending || archive.isPending;
  const run = (action: typeof publish) => {
    if (!busy)
      action.mutate(
        chosen.map(({ id }) => id),
        { onSuccess: onClear },
      );
  };
  return (
    <SelectionBar
      count={chosen.length}
      noun={['visite sélectionnée', 'visites sélectionnées']}
      onClear={onClear}
    >
      <Button size="sm" variant="outline" pending={publish.isPending} onClick={() => run(publish)}>
        <Globe aria-hidden="true" className="size-4" />
        Publier
      </Button>
      <Button size="sm" variant="outline" pending={archive.isPending} onClick={() => run(archive)}>
        <Archive aria-hidden="true" className="size-4" />
        Archiver
      </Button>
      <Button size="sm" variant="outline" onClick={onDelete}>
        <Trash2 aria-hidden="true" className="size-4" />
        Supprimer
      </Button>
    </SelectionBar>
  );
}
