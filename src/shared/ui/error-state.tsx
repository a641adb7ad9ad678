import { Button } from './button';

/** A list that could not be loaded, with a retry button. */
export function ErrorState({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-4 rounded-2xl border border-line bg-paper px-6 py-14 text-center"
    >
      <p className="font-display text-lg font-semibold">{title}</p>
      <p className="text-slate">Vérifiez votre connexion, puis réessayez.</p>
      <Button variant="outline" onClick={onRetry}>
        Réessayer
      </Button>
    </div>
  );
}
