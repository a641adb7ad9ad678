import * as AlertDialog from '@radix-ui/react-alert-dialog';
import type { ReactNode } from 'react';
import { READ_ONLY_MESSAGE, useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { dialogClass, overlayClass, useFocusReturn } from './dialog';

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Names the data that will be lost. */
  description: ReactNode;
  /** « Supprimer » by default. */
  confirmLabel?: string;
  cancelLabel?: string;
  pending?: boolean;
  onConfirm: () => void;
};

/**
 * The content of `ConfirmDialog`, not lazy, for forms; the focus starts on « Annuler » and returns to its former
 * place.
 */
export function ConfirmDialogContent({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel = 'Supprimer',
  cancelLabel = 'Annuler',
  pending = false,
  onConfirm,
}: ConfirmDialogProps) {
  const focusReturn = useFocusReturn();
  const isReadOnly = useIsReadOnly();
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content {...focusReturn} className={`${dialogClass} max-w-lg gap-3 overflow-y-auto p-6`}>
          <AlertDialog.Title className="text-xl font-bold">{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="text-slate">{isReadOnly ? READ_ONLY_MESSAGE : description}</div>
          </AlertDialog.Description>
          <div className="mt-3 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel asChild>
              <Button variant="outline">{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button variant="accent" pending={pending} disabled={isReadOnly} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
