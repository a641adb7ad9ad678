import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialogContent } from './confirm-dialog-content';

/** Navigation state of whoever leaves because everything is saved: `navigate(path, { state: SAVED })`. */
export const SAVED = { saved: true } as const;

const isSaved = (state: unknown) =>
  typeof state === 'object' && state !== null && 'saved' in state && state.saved === true;

/** Asks before what was typed is lost: by a link, the back button, a reload or a closed tab. The question comes with the form: the network may be gone. */
export function UnsavedChanges({ when }: { when: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && currentLocation.pathname !== nextLocation.pathname && !isSaved(nextLocation.state),
  );

  useEffect(() => {
    if (!when) return;
    // The browser asks in its own words; it only wants to know that it must.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);

  return (
    <ConfirmDialogContent
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title="Quitter sans enregistrer?"
      description="Les modifications de cette page n’ont pas été enregistrées et seront perdues."
      confirmLabel="Quitter sans enregistrer"
      cancelLabel="Continuer la saisie"
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
