import { useMutation } from '@tanstack/react-query';
import { tags, type UsedTag } from '@/admin/data/tags/tags';
import { ConfirmDialog } from '@/admin/ui/confirm-dialog';
import { lossText } from './usage-text';

/** Asks before a tag is deleted, with how many tours and trips lose it; closes after success or failure. */
export function RemoveTagDialog({ tag, onClose }: { tag: UsedTag | undefined; onClose: () => void }) {
  const remove = useMutation(tags.remove());
  return (
    <ConfirmDialog
      open={tag !== undefined}
      onOpenChange={onClose}
      title="Êtes-vous sûr de vouloir supprimer ce tag ?"
      description={
        tag && (
          <>
            <p>{lossText(tag.name, tag)}</p>
            <p className="mt-2">La suppression est irréversible.</p>
          </>
        )
      }
      pending={remove.isPending}
      onConfirm={() => tag && remove.mutate(tag.id, { onSettled: onClose })}
    />
  );
}
