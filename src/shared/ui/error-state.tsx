import { Button } from './button';

/** A list that could not be loaded, with a retry button. */
export function ErrorState({ title, onRetry }: { title: string; onRetry: () => void }) {
  // The component does not know what failed: an answer that refuses is no fault of the line.
  const isOffline = typeof navigator !== 'undefined' && navigator.onLine === false;
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-4 rounded-2xl border border-line bg-paper px-6 py-14 text-center"
    >
      <p className="font-display text-lg font-semibold">{title}</p>
      <p className="text-slate">
        {isOffline
          ? 'Vérifiez votre connexion, puis réessayez.'
          : 'Réessayez dans un instant; si cela se répète, rechargez la page.'}
      </p>
      <Button variant="outline" onClick={onRetry}>
        Réessayer
      </Button>
    </div>
  );
}
