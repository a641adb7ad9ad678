import { useMutation } from '@tanstack/react-query';
import { type ListedTour, tours } from '@/admin/data/tours/tours';
import { ConfirmDialog } from '@/admin/ui/confirm-dialog';

/** How many titles the question names before it only counts. */
const NAMED = 5;

type NamedTour = Pick<ListedTour, 'id' | 'title' | 'status'>;

/** The question before tours go for good, with their pictures. Open while there are any to delete. */
export function DeleteToursDialog({
  pendingDelete,
  onClose,
  onDeleted,
}: {
  pendingDelete: readonly NamedTour[];
  onClose: () => void;
  onDeleted: () => void;
}) {
  const remove = useMutation(tours.remove(pendingDelete));
  const [only] = pendingDelete;
  return (
    <ConfirmDialog
      open={pendingDelete.length > 0}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Confirmer la suppression"
      description={
        pendingDelete.length === 1 && only ? (
          <p>
            La visite «&nbsp;{only.title}&nbsp;» et son image seront supprimées. Cette action est
            irréversible.
          </p>
        ) : (
          <Many pendingDelete={pendingDelete} />
        )
      }
      pending={remove.isPending}
      onConfirm={() =>
        remove.mutate(
          pendingDelete.map(({ id }) => id),
          { onSuccess: onDeleted, onSettled: onClose },
        )
      }
    />
  );
}

function Many({ pendingDelete }: { pendingDelete: readonly NamedTour[] }) {
  const others = pendingDelete.length - NAMED;
  return (
    <>
      <p>{pendingDelete.length} visites et leurs images seront supprimées. Cette action est irréversible.</p>
      <ul className="mt-3 list-disc space-y-1 pl-5">
        {pendingDelete.slice(0, NAMED).map(({ id, title }) => (
          <li key={id} className="wrap-anywhere">
            {title}
          </li>
        ))}
        {others > 0 && <li>{others === 1 ? 'et une autre' : `et ${others} autres`}</li>}
      </ul>
    </>
  );
}
