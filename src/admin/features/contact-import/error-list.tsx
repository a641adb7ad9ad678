import { Download } from 'lucide-react';
import { downloadText, toCsv } from '@/admin/lib/csv';
import { Button } from '@/shared/ui/button';
import type { RowError } from './check-rows';

/** How many are shown; the file holds them all. */
const SHOWN = 20;

/** The refused rows as a file: line and reason, then what the row held, ready to be corrected and imported again. */
function errorsToCsv(headers: readonly string[], errors: readonly RowError[]): string {
  return toCsv(
    ['Ligne', 'Erreur', ...headers],
    errors.map(({ line, message, cells }) => [
      line,
      message,
      ...headers.map((_, index) => cells[index] ?? ''),
    ]),
  );
}

/** The rows that are not imported, each with its reason. */
export function ErrorList({ headers, errors }: { headers: readonly string[]; errors: readonly RowError[] }) {
  if (errors.length === 0) return null;
  return (
    <section aria-labelledby="refus" className="rounded-xl border border-line bg-paper p-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="refus" className="text-lg font-semibold">
          {errors.length} {errors.length > 1 ? 'lignes non importées' : 'ligne non importée'}
        </h2>
        <Button
          size="sm"
          variant="outline"
          onClick={() => downloadText('lignes-non-importees.csv', errorsToCsv(headers, errors))}
        >
          <Download aria-hidden="true" className="size-4" />
          Télécharger les lignes (CSV)
        </Button>
      </div>
      <ul className="space-y-1 text-sm">
        {errors.slice(0, SHOWN).map(({ line, message }) => (
          <li key={line}>
            <strong>Ligne {line}</strong>&nbsp;: {message}
          </li>
        ))}
      </ul>
      {errors.length > SHOWN && <p className="mt-2 text-sm text-slate">Et {errors.length - SHOWN} autres.</p>}
    </section>
  );
}
