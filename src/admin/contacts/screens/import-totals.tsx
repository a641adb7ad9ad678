import { counted, formatNumber } from '@/shared/lib/numbers';
import type { FileSummary } from './import-engine';
import type { ImportTotals } from './run-import';

/** The number of contacts that were, or would be, added, completed or skipped. */
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

const plural = (count: number, one: string, many = `${one}s`) => (count > 1 ? many : one);

type Props = { count: number; totals: ImportTotals; refused: number; trial: boolean };

/** The file's number of lines, of which each is in one part. */
export function LineSum({ count, totals, refused, trial }: Props) {
  const { inserted, completed, skipped, done, all } = totals;
  const parts = [
    [inserted, trial ? 'à ajouter' : plural(inserted, 'ajoutée')],
    [completed, trial ? 'à compléter' : plural(completed, 'complétée')],
    [skipped, plural(skipped, 'déjà connue', 'déjà connues')],
    [refused, plural(refused, 'non importée', 'non importées')],
    [all - done, 'pas encore traitées'],
  ] as const;
  const filled = parts.filter(([number]) => number > 0);
  return (
    <p className="text-sm text-slate">
      {counted(count, 'ligne de contact', 'lignes de contacts')}&nbsp;:{' '}
      {filled.map(([number, what]) => `${formatNumber(number)} ${what}`).join(', ')}.
    </p>
  );
}

/** Number of notes shown. */
const MOST_SHOWN = 20;

/** Tells the parts of the file that are in no contact, and the lines to look at. */
export function FileNotes({ summary: { above, otherSheets = [], doubts } }: { summary: FileSummary }) {
  const notes = [
    ...(above.length > 0
      ? [
          `Au-dessus de la ligne de titres, laissé de côté\u00a0: ${above.map((text) => `«\u00a0${text}\u00a0»`).join(', ')}`,
        ]
      : []),
    ...(otherSheets.length > 0
      ? [
          `${otherSheets.length > 1 ? 'Autres feuilles non lues' : 'Autre feuille non lue'}\u00a0: ${otherSheets.join(', ')}`,
        ]
      : []),
    ...doubts.map(({ line, message }) => `À vérifier, ligne ${line}\u00a0: ${message}`),
  ];
  if (notes.length === 0) return null;
  return (
    <ul
      aria-label="À propos du fichier"
      className="space-y-1 rounded-lg bg-amber-pale px-4 py-3 text-sm text-amber-ink"
    >
      {notes.slice(0, MOST_SHOWN).map((note) => (
        <li key={note} className="wrap-anywhere">
          {note}
        </li>
      ))}
      {notes.length > MOST_SHOWN && <li>Et {formatNumber(notes.length - MOST_SHOWN)} autres.</li>}
    </ul>
  );
}
