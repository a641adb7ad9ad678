import { COORDINATES_SOURCE, REGISTER_SOURCE, REGISTER_URL } from '@/admin/data/municipalities/attribution';
import { formatLongDay, quebecDay } from '@/admin/lib/dates';

/** A month on average, in ms. */
const MONTH = 30.44 * 86_400_000;

/** Where the data of the register comes from, as its licences ask, and how old it is. */
export function RegisterAttribution({
  sources = [REGISTER_SOURCE],
  sourceDate,
  withBoundaries = false,
}: {
  sources?: readonly string[];
  /** The day of the files. */
  sourceDate: string | null | undefined;
  /** Of the MRCs, on a map. */
  withBoundaries?: boolean;
}) {
  return (
    <span>
      Source{'\u00a0'}:{' '}
      <a href={REGISTER_URL} target="_blank" rel="noopener noreferrer" className="underline">
        {sources.join('; ')}
      </a>
      {sourceDate && ` (${formatLongDay(sourceDate)}, ${age(sourceDate)})`}. Coordonnées{'\u00a0'}:{' '}
      {COORDINATES_SOURCE}.
      {withBoundaries &&
        ' Limites des MRC\u00a0: Système de découpage administratif, MRNF, CC BY 4.0, © Gouvernement du Québec.'}
    </span>
  );
}

/** « il y a 17 mois » */
function age(day: string): string {
  const months = Math.floor((Date.parse(quebecDay()) - Date.parse(day)) / MONTH);
  return months < 1 ? 'moins d’un mois' : `il y a ${months}\u00a0mois`;
}
