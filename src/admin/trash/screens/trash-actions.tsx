import { useMutation } from '@tanstack/react-query';
import { RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '@/admin/kit/ui/confirm-dialog';
import { SelectionBar } from '@/admin/kit/ui/selection-bar';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { type TrashItem, trash } from '../data/trash';
import { namesOf } from './trash-texts';

const idsOf = (items: readonly TrashItem[]) => items.map(({ id }) => id);

/** The actions on the selected items. */
export function TrashSelection({ chosen, onClear }: { chosen: readonly TrashItem[]; onClear: () => void }) {
  const restore = useMutation(trash.restore());
  const [asking, setAsking] = useState(false);
  return (
    <SelectionBar
      count={chosen.length}
      noun={['élément sélectionné', 'éléments sélectionnés']}
      onClear={onClear}
    >
      <Button
        size="sm"
        variant="outline"
        pending={restore.isPending}
        onClick={() => restore.mutate(idsOf(chosen), { onSuccess: onClear })}
      >
        <RotateCcw aria-hidden="true" className="size-4" />
        Restaurer la sélection
      </Button>
      <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" className="size-4" />
        Supprimer définitivement
      </Button>
      <DestroyDialog items={asking ? chosen : []} onClose={() => setAsking(false)} onDone={onClear} />
    </SelectionBar>
  );
}

/** « Vider la corbeille ». It destroys the listed items only: items deleted meanwhile stay. */
export function EmptyTrash({ items }: { items: readonly TrashItem[] }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" className="size-4" />
        Vider la corbeille
      </Button>
      <DestroyDialog items={asking ? items : []} onClose={() => setAsking(false)} />
    </>
  );
}

type DestructionProps = {
  /** Items to destroy; the dialog is closed without any. */
  items: readonly TrashItem[];
  onClose: () => void;
  onDone?: () => void;
};

/** The confirmation before items are destroyed, which names them. */
export function DestroyDialog({ items, onClose, onDone }: DestructionProps) {
  const destroy = useMutation(trash.destroy());
  return (
    <ConfirmDialog
      open={items.length > 0}
      onOpenChange={(open) => !open && onClose()}
      title={`Supprimer définitivement ${counted(items.length, 'élément')}?`}
      description={
        <>
          <p>Cette action est irréversible. Sont perdus, avec les images que rien d’autre ne montre&nbsp;:</p>
          <ul className="mt-3 list-disc space-y-1 pl-5">
            {namesOf(items).map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two items may have the same name
              <li key={index} className="wrap-anywhere">
                {name}
              </li>
            ))}
          </ul>
        </>
      }
      confirmLabel="Supprimer définitivement"
      pending={destroy.isPending}
      onConfirm={() =>
        destroy.mutate(idsOf(items), {
          onSuccess: () => onDone?.(),
          onSettled: onClose,
        })
      }
    />
  );
}
