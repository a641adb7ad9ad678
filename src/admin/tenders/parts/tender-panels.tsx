import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { today } from '@/admin/today/data/today';
import { tenderPaths } from '../paths';
import { TenderSignalList, useTenderSignals } from './tender-signals';

/** The current calls for tenders and contracts of the place; renders nothing without any. */
export function MunicipalityTenders({ code }: { code: string }) {
  const signals = useTenderSignals(code);
  if (signals.length === 0) return null;
  return (
    <section
      aria-labelledby="appels"
      className="mb-5 rounded-xl border border-amber-ink/40 bg-paper px-5 py-3"
    >
      <h2 id="appels" className="text-lg font-semibold">
        Appels d’offres
      </h2>
      <TenderSignalList signals={signals} />
    </section>
  );
}

/** Number of tenders that the dashboard shows; the others are a press away. */
const TENDERS_SHOWN = 3;

/**
 * The calls for tenders and contracts outside of today's list, the next deadline first; renders nothing without any.
 */
export function DashboardTenders() {
  const { data: items = [] } = useQuery(today.items());
  const lines = new Set(items.flatMap(({ kind, record_id }) => (kind === 'tender' ? [record_id] : [])));
  const signals = useTenderSignals().filter(({ id }) => !lines.has(id));
  if (signals.length === 0) return null;
  return (
    <section aria-labelledby="appels" className="mt-4 rounded-xl border border-line bg-paper px-5 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="appels" className="text-lg font-semibold">
          Appels d’offres
        </h2>
        <Link to={tenderPaths.list.href()} className="inline-flex min-h-6 items-center text-sm underline">
          {signals.length > TENDERS_SHOWN ? `Voir les ${signals.length}` : 'Ouvrir la liste'}
        </Link>
      </div>
      <TenderSignalList signals={signals.slice(0, TENDERS_SHOWN)} />
    </section>
  );
}
