import { Redo2, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { IconButton } from '@/admin/kit/ui/icon-button';

type Props = { undo: (() => void) | undefined; redo: (() => void) | undefined };

/** Undoes and redoes the last step, by buttons and by keys. */
export function UndoButtons({ undo, redo }: Props) {
  useUndoKeys(undo, redo);
  return (
    <>
      <IconButton
        label="Annuler la dernière modification (Ctrl+Z)"
        disabled={!undo}
        className="disabled:opacity-30"
        onClick={undo}
      >
        <Undo2 aria-hidden="true" className="size-5" />
      </IconButton>
      <IconButton
        label="Rétablir (Ctrl+Maj+Z)"
        disabled={!redo}
        className="disabled:opacity-30"
        onClick={redo}
      >
        <Redo2 aria-hidden="true" className="size-5" />
      </IconButton>
    </>
  );
}

/** Fields with text input. */
const TYPED_FIELDS = 'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=button])';

/** Handles Ctrl+Z and Ctrl+Maj+Z (or Ctrl+Y), except in a text field, where the browser undoes its own input. */
function useUndoKeys(undo: Props['undo'], redo: Props['redo']): void {
  const act = useEffectEvent((isRedo: boolean) => (isRedo ? redo : undo)?.());
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || !['z', 'y'].includes(key)) return;
      const isText = event.target instanceof HTMLElement && event.target.matches(TYPED_FIELDS);
      if (isText || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      act(key === 'y' || event.shiftKey);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
