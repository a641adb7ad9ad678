import { failureAdvice, isForbidden } from '@/shared/lib/failure';
import { Button } from './button';

/**
 * Says what could not be loaded and why, with a button that tries again. A refusal for lack of rights has its own words: trying
 * again helps only once somebody has given them.
 *
 * @param error that of the query; without one nothing is said of the cause
 */
export function ErrorState({
  title,
  error,
  onRetry,
}: {
  title: string;
  error?: unknown;
  onRetry: () => void;
}) {
  const isOffline = typeof navigator !== 'undefined' && navigator.onLine === false;
  const isRefused = isForbidden(error);
  const why = isOffline
    ? 'Vérifiez votre connexion, puis réessayez.'
    : isRefused
      ? 'Votre rôle ne permet pas de lire ceci\u00a0: demandez l’accès à l’administrateur du studio, puis réessayez.'
      : error
        ? failureAdvice(error)
        : 'Réessayez dans un instant; si cela se répète, rechargez la page.';
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-4 rounded-2xl border border-line bg-paper px-6 py-14 text-center"
    >
      <p className="font-display text-lg font-semibold">{isRefused ? 'Vous n’y avez pas accès' : title}</p>
      <p className="max-w-prose text-slate">{why}</p>
      <Button variant="outline" onClick={onRetry}>
        Réessayer
      </Button>
    </div>
  );
}
