import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { counted } from '@/shared/lib/numbers';
import { type MissingStreets, missingStreetsOfTrip } from '../data/missing-streets';
import { surveyPaths } from '../paths';

/** The streets that the surveys of a trip still lack, for the next day's drive; nothing when none does. */
export function MissingStreetsOfTrip({ tripId }: { tripId: string }) {
  const { data = [] } = useQuery(missingStreetsOfTrip(tripId));
  const lacking = data.filter(({ missing, partial }) => missing.length + partial.length > 0);
  if (lacking.length === 0) return null;
  return (
    <section aria-labelledby="missing-streets" className="mb-5 rounded-xl border border-line bg-paper p-4">
      <h2 id="missing-streets" className="text-lg font-bold">
        Rues à reprendre
      </h2>
      {lacking.map((survey) => (
        <Lacking key={survey.id} survey={survey} />
      ))}
    </section>
  );
}

function Lacking({ survey: { id, name, missing, partial } }: { survey: MissingStreets }) {
  return (
    <div className="mt-2">
      <Link to={`${surveyPaths.one.href(id)}?onglet=couverture`} className="font-semibold hover:underline">
        {name}
      </Link>
      {missing.length > 0 && (
        <p>
          {counted(missing.length, 'rue manquante', 'rues manquantes')}&nbsp;: {missing.join(', ')}
        </p>
      )}
      {partial.length > 0 && (
        <p className="text-slate">
          {counted(partial.length, 'rue à compléter', 'rues à compléter')}&nbsp;: {partial.join(', ')}
        </p>
      )}
    </div>
  );
}
