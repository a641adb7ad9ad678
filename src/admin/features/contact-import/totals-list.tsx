import { formatNumber } from '@/shared/lib/numbers';
import type { ImportTotals } from './run-import';

/** What became, or would become, of the contacts of a list. */
export function TotalsList({ totals, trial }: { totals: ImportTotals; trial: boolean }) {
  const { inserted, completed, skipped, unsubscribed } = totals;
  const lines = [
    [trial ? 'À ajouter' : 'Ajoutés', inserted],
    [trial ? 'À compléter' : 'Complétés', completed],
    ['Déjà connus, laissés tels quels', skipped],
    ['Désabonnés (aucun envoi possible)', unsubscribed],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {lines.map(([label, value]) => (
        <div key={label} className="rounded-xl border border-line bg-paper px-4 py-3">
          <dt className="text-sm text-slate">{label}</dt>
          <dd className="font-display text-2xl font-bold tabular-nums">{formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
