import type { ImportCounts } from '@/admin/data/municipalities/municipalities';
import { formatNumber } from '@/shared/lib/numbers';

type Props = {
  counts: ImportCounts;
  /** Rows, then values, that the files hold and that are not taken in. */
  rejected: number;
  ignored: number;
  /** What the import did, once it is made. */
  done: ImportCounts | undefined;
};

/** What the import would do, then what it did. */
export function ImportSummary({ counts, rejected, ignored, done }: Props) {
  const { added, changed, unchanged, missing } = done ?? counts;
  const lines: [string, number][] = [
    ['Nouveaux', added],
    ['Modifiés', changed],
    ['Inchangés', unchanged],
    ['Lignes rejetées', rejected],
    ['Valeurs illisibles', ignored],
    ['Absents des fichiers, gardés', missing],
  ];
  return (
    <div>
      <p className="mt-2 font-semibold">{done ? 'Importation terminée' : 'Ce que l’importation changera'}</p>
      <dl className="mt-2 grid grid-cols-[auto_auto] justify-start gap-x-6 gap-y-1">
        {lines.map(([label, count]) => (
          <div key={label} className="contents">
            <dt className="text-slate">{label}</dt>
            <dd className="text-right font-semibold tabular-nums">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
