import { useBlocker } from 'react-router-dom';
import { useUnsavedText } from '../lib/use-unsaved-text';
import { ConfirmDialogContent } from './confirm-dialog-content';

const isSaved = (state: unknown) =>
  typeof state === 'object' && state !== null && 'saved' in state && state.saved === true;

/**
 * Asks before unsaved changes are lost by a link, the back button, a reload or a closed tab. The dialog is in the
 * form's chunk, because it must work offline too.
 */
export function UnsavedChanges({
  when,
  title = 'Quitter sans enregistrer?',
  description = 'Les modifications de cette page n’ont pas été enregistrées et seront perdues.',
  confirmLabel = 'Quitter sans enregistrer',
  cancelLabel = 'Continuer la saisie',
  isOfTab = false,
  onGiveUp,
}: {
  when: boolean;
  /** True where the search of the address names what is shown, so that another one leaves it. */
  isOfTab?: boolean;
  /** Called when the person leaves and discards the changes. */
  onGiveUp?: () => void;
} & Partial<Record<'title' | 'description' | 'confirmLabel' | 'cancelLabel', string>>) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (isOfTab && currentLocation.search !== nextLocation.search)) &&
      !isSaved(nextLocation.state),
  );

  useUnsavedText(when);

  return (
    <ConfirmDialogContent
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      cancelLabel={cancelLabel}
      onConfirm={() => {
        onGiveUp?.();
        blocker.proceed?.();
      }}
    />
  );
}
