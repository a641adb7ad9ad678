import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button, buttonClass } from '@/shared/ui/button';
import { ActionBar } from './action-bar';

/**
 * The last line of a form: other actions at the left, « Annuler », and the submit button, which Ctrl+S presses too.
 *
 * @param onSaveKey replaces the action of Ctrl+S
 * @param isAlwaysInSight for a form longer than the screen: the line stays at its foot
 */
export function FormActions({
  submitLabel = 'Enregistrer',
  pending,
  cancelTo,
  onSaveKey,
  isAlwaysInSight = false,
  children,
}: {
  submitLabel?: string;
  pending: boolean;
  cancelTo: string;
  onSaveKey?: () => void;
  isAlwaysInSight?: boolean;
  children?: ReactNode;
}) {
  const isReadOnly = useIsReadOnly();
  const submit = useRef<HTMLButtonElement>(null);
  const onKey = useRef(onSaveKey);
  useEffect(() => {
    onKey.current = onSaveKey;
  });
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      // A dialog over the form takes precedence, and a reader has no submit button.
      if (!submit.current || document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"]'))
        return;
      if (onKey.current) onKey.current();
      else submit.current.click();
    };
    window.addEventListener('keydown', save);
    return () => window.removeEventListener('keydown', save);
  }, []);

  const actions = (
    <>
      {children && !isReadOnly && <div className="mr-auto">{children}</div>}
      <Link to={cancelTo} className={buttonClass({ variant: 'outline' })}>
        {isReadOnly ? 'Retour' : 'Annuler'}
      </Link>
      {!isReadOnly && (
        <Button
          ref={submit}
          type="submit"
          variant="accent"
          pending={pending}
          aria-keyshortcuts="Control+S"
          title="Ctrl+S"
        >
          {submitLabel}
        </Button>
      )}
    </>
  );
  if (isAlwaysInSight) return <ActionBar>{actions}</ActionBar>;
  return <div className="flex flex-wrap items-center justify-end gap-3">{actions}</div>;
}
