import { formatLongDay, quebecDay } from '@/admin/kit/lib/dates';
import { COORDINATES_SOURCE, REGISTER_SOURCE, REGISTER_URL } from '../data/attribution';

/** A month on average, in ms. */
const MONTH_MS = 30.44 * 86_400_000;

/** The source and age of the register's data, as its licences require. */
export function RegisterAttribution({
  sources = [REGISTER_SOURCE],
  sourceDate,
  withBoundaries = false,
}: {
  sources?: readonly string[];
  /** Date of the files. */
  sourceDate: string | null | undefined;
  /** True for a map, which also shows the boundaries of the MRCs. */
  withBoundaries?: boolean;
}) {
  return (
    <span>
      Source{'\u00a0'}:{' '}
      <a href={REGISTER_URL} target="_blank" rel="noopener noreferrer" className="underline">
        {sources.join('; ')}
      </a>
      {sourceDate && ` (${formatLongDay(sourceDate)}, ${ageText(sourceDate)})`}. Coordonnées{'\u00a0'}:{' '}
      {COORDINATES_SOURCE}.
      {withBoundaries &&
        ' Limites des MRC\u00a0: Système de découpage administratif, MRNF, CC BY 4.0, © Gouvernement du Québec.'}
    </span>
  );
}

/** Formats an age: « il y a 17 mois ». */
function ageText(day: string): string {
  const months = Math.floor((Date.parse(quebecDay()) - Date.parse(day)) / MONTH_MS);
  return months < 1 ? 'moins d’un mois' : `il y a ${months}\u00a0mois`;
}
