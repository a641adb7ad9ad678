import { Download } from 'lucide-react';
import { downloadText, toCsv } from '@/admin/kit/lib/csv';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { contactLabels, type ListField } from '../data/contact-fields';
import type { CheckedRows, RowError } from './check-rows';
import type { CorrectedCells } from './use-contact-import';

/** Number of lines shown; the CSV file has all refused ones. */
const MOST_SHOWN = 20;

/** Writes the refused rows as CSV, to be corrected and imported again: line, reason, then the cells. */
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

type Props = {
  headers: readonly string[];
  errors: readonly RowError[];
  /** Corrections so far. */
  corrected?: CorrectedCells;
  /** Takes a correction as it is typed; without it rows are only shown. */
  onCorrect?: (corrected: CorrectedCells) => void;
  /** Checks the rows again with the corrections. */
  onCheck?: () => void;
};

/** The refused rows, each with its reason, and its invalid cells, which can be corrected here. */
export function ErrorList({ headers, errors, corrected = {}, onCorrect, onCheck }: Props) {
  if (errors.length === 0) return null;
  const type = (line: number, field: ListField, text: string) =>
    onCorrect?.({ ...corrected, [line]: { ...corrected[line], [field]: text } });
  const isTyped = errors.some(({ line, faulty }) =>
    Object.entries(faulty).some(([field, text]) => (corrected[line]?.[field as ListField] ?? text) !== text),
  );
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
      <ul className="space-y-2 text-sm">
        {errors.slice(0, MOST_SHOWN).map(({ line, message, faulty }) => (
          <li key={line} className="min-w-0 wrap-anywhere">
            <strong>Ligne {line}</strong>&nbsp;: {message}
            {!onCorrect && quoteFaulty(faulty)}
            {onCorrect && Object.keys(faulty).length > 0 && (
              <span className="mt-1 flex flex-wrap gap-2">
                {Object.entries(faulty).map(([field, text]) => (
                  <input
                    key={field}
                    aria-label={`${contactLabels[field as ListField]} de la ligne ${line}`}
                    placeholder={contactLabels[field as ListField]}
                    value={corrected[line]?.[field as ListField] ?? text}
                    onChange={(event) => type(line, field as ListField, event.target.value)}
                    className="min-h-9 w-96 max-w-full rounded-lg border border-slate/60 bg-paper px-3 text-[0.95rem]"
                  />
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      {errors.length > MOST_SHOWN && (
        <p className="mt-2 text-sm text-slate">Et {formatNumber(errors.length - MOST_SHOWN)} autres.</p>
      )}
      {isTyped && (
        <div className="mt-3 text-right">
          <Button onClick={onCheck}>Vérifier les corrections</Button>
        </div>
      )}
    </section>
  );
}

/** Quotes the invalid cells of a row, where they can no longer be corrected. */
const quoteFaulty = (faulty: RowError['faulty']): string =>
  Object.values(faulty)
    .filter(Boolean)
    .map((text) => ` «\u00a0${text}\u00a0»`)
    .join(',');

/** Values that have no field of their own: contacts that are added or completed have them in their notes. */
export function Remarks({ remarks }: Pick<CheckedRows, 'remarks'>) {
  if (remarks.length === 0) return null;
  return (
    <details className="rounded-xl border border-line bg-paper px-5 py-3 text-sm">
      <summary className="cursor-pointer py-1">
        {counted(remarks.length, 'cellule va', 'cellules vont')} aux notes des contacts ajoutés ou complétés
      </summary>
      <ul className="mt-2 space-y-1">
        {remarks.slice(0, MOST_SHOWN).map(({ line, message }) => (
          <li key={`${line} ${message}`} className="wrap-anywhere">
            <strong>Ligne {line}</strong>&nbsp;: {message}
          </li>
        ))}
      </ul>
      {remarks.length > MOST_SHOWN && (
        <p className="mt-2 text-slate">Et {formatNumber(remarks.length - MOST_SHOWN)} autres.</p>
      )}
    </details>
  );
}
