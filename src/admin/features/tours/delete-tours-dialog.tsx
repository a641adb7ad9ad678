import { useMutation } from '@tanstack/react-query';
import { type ListedTour, tours } from '@/admin/data/tours/tours';
import { ConfirmDialog } from '@/admin/ui/confirm-dialog';

/** How many titles the question names before it only counts. */
const NAMED = 5;

/** The question before tours go for good, with their pictures. Open while there are any to delete. */
export function DeleteToursDialog({
  doomed,
  onClose,
  onDeleted,
}: {
  doomed: readonly ListedTour[];
  onClose: () => void;
  onDeleted: () => void;
}) {
  const remove = useMutation(tours.remove(doomed.length));
  const [only] = doomed;
  return (
    <ConfirmDialog
      open={doomed.length > 0}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Confirmer la suppression"
      description={
        doomed.length === 1 && only ? (
          <p>
            La visite «&nbsp;{only.title}&nbsp;» et son image seront supprimées. Cette action est
            irréversible.
          </p>
        ) : (
          <Many doomed={doomed} />
        )
      }
      pending={remove.isPending}
      onConfirm={() =>
        remove.mutate(
          doomed.map(({ id }) => id),
          { onSuccess: onDeleted, onSettled: onClose },
        )
      }
    />
  );
}

function Many({ doomed }: { doomed: readonly ListedTour[] }) {
  const others = doomed.length - NAMED;
  return (
    <>
      <p>{doomed.length} visites et leurs images seront supprimées. Cette action est irréversible.</p>
      <ul className="mt-3 list-disc space-y-1 pl-5">
        {doomed.slice(0, NAMED).map(({ id, title }) => (
          <li key={id} className="break-words">
            {title}
          </li>
        ))}
        {others > 0 && <li>{others === 1 ? 'et une autre' : `et ${others} autres`}</li>}
      </ul>
    </>
  );
}
