import { ConfirmDialog } from '@/admin/kit/ui/confirm-dialog';

type Props = {
  open: boolean;
  /** Ids at the moment of the question: a generation may add others while it is open. */
  ids: readonly string[];
  /** Number of other prospects hidden by the filters. */
  hidden?: number;
  pending: boolean;
  onClose: () => void;
  onConfirm: (ids: readonly string[]) => void;
};

/** Asks before many prospects become contacts, and mentions the hidden ones. */
export function AcceptDialog({ open, ids, hidden = 0, pending, onClose, onConfirm }: Props) {
  const count = ids.length;
  const added = `${count} ${count > 1 ? 'prospects seront ajoutés' : 'prospect sera ajouté'} à vos contacts.`;
  const left =
    hidden > 1
      ? ` Les ${hidden} autres, que les filtres masquent, restent en attente.`
      : hidden === 1
        ? ' L’autre, que les filtres masquent, reste en attente.'
        : '';
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Accepter tous les prospects"
      description={added + left}
      confirmLabel="Accepter tout"
      pending={pending}
      onConfirm={() => onConfirm(ids)}
    />
  );
}
