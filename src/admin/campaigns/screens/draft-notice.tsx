import { formatHour } from '@/admin/kit/lib/dates';
import type { DraftState } from '@/admin/kit/lib/use-server-draft';

const labels: Readonly<Record<DraftState['kind'], string>> = {
  none: '',
  typing: 'Enregistrement du brouillon…',
  failed: 'Brouillon non enregistré. Rien n’est perdu tant que cette page reste ouverte.',
  saved: 'Brouillon enregistré',
};

/** State of the draft, beside the button that discards it. */
export function DraftNotice({ state, isUnnamed }: { state: DraftState; isUnnamed: boolean }) {
  return (
    <p role="status" className="min-h-6 text-sm text-slate">
      {isUnnamed ? 'Donnez un nom à la campagne pour qu’un brouillon soit enregistré.' : labels[state.kind]}
      {!isUnnamed &&
        state.kind === 'saved' &&
        ` à ${formatHour(state.at)}. Il attend dans la liste des campagnes.`}
    </p>
  );
}
