import { useMutation, useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { formatDay } from '@/admin/kit/lib/dates';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { StatusBadge } from '@/admin/kit/ui/status-badge';
import { counted } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { selectClass } from '@/shared/ui/field';
import { Spinner } from '@/shared/ui/spinner';
import { type ComparedSurvey, type SurveyPair, surveyPairs } from '../data/survey-pairs';
import { surveys } from '../data/surveys';
import { surveyPaths } from '../paths';
import { AlignAll } from './align-all';
import { FindPairs } from './find-pairs';
import { nearestPair, pairName } from './pair-geometry';
import { PairPlan } from './pair-plan';
import { StreetPublication } from './street-publication';
import { usePlace } from './use-place';

/** Lines of the list at first, and with each press. */
const PAGE_ROWS = 100;

/** « Comparer » of a survey: the same places at two dates, as a plan and as a list. */
export function PairsTab({ surveyId }: { surveyId: string }) {
  const survey = useQuery(surveys.one(surveyId));
  const others = useQuery(surveyPairs.others(surveyId));
  const pairs = useQuery(surveyPairs.ofSurvey(surveyId));
  if (survey.isPending || others.isPending || pairs.isPending) return <Spinner />;
  if (survey.isError || others.isError || pairs.isError)
    return (
      <ErrorState
        title="Impossible de charger la comparaison"
        error={survey.error ?? others.error ?? pairs.error}
        onRetry={() => Promise.all([survey.refetch(), others.refetch(), pairs.refetch()])}
      />
    );
  if (!survey.data) return <EmptyState title="Ce relevé n’existe plus" />;
  return <Comparison survey={survey.data} others={others.data} pairs={pairs.data} />;
}

const surveyName = ({ name, captured_on }: ComparedSurvey) =>
  captured_on ? `${name}, ${formatDay(captured_on)}` : name;

function Comparison({
  survey,
  others,
  pairs,
}: {
  survey: ComparedSurvey;
  others: readonly ComparedSurvey[];
  pairs: readonly SurveyPair[];
}) {
  const isReadOnly = useIsReadOnly();
  const compare = useMutation(surveyPairs.compareWith(survey.id));
  const earlier = others.find(({ id }) => id === survey.compared_with);
  const later = others.filter(({ compared_with }) => compared_with === survey.id);
  return (
    <div className="space-y-4">
      <section className="rounded-xl border border-line bg-paper p-4">
        <label className="block max-w-xl">
          <span className="mb-1.5 block font-semibold">Relevé antérieur</span>
          <select
            className={selectClass}
            value={survey.compared_with ?? ''}
            disabled={isReadOnly || compare.isPending}
            onChange={({ target }) => compare.mutate(target.value || null)}
          >
            <option value="">Aucun</option>
            {others.map((other) => (
              <option key={other.id} value={other.id}>
                {surveyName(other)}
              </option>
            ))}
          </select>
        </label>
        {!earlier && (
          <p className="mt-2 text-sm text-slate">
            {others.length === 0
              ? 'Il faut deux relevés des mêmes rues pour les comparer et publier la rue. Celui-ci est le seul.'
              : 'Choisissez le relevé des mêmes rues fait plus tôt\u00a0: les photos prises au même endroit seront mises côte à côte, et la rue pourra être publiée aux deux dates.'}
          </p>
        )}
        {later.map((other) => (
          <p key={other.id} className="mt-2 text-sm">
            Comparé à{' '}
            <Link
              to={`${surveyPaths.one.href(other.id)}?onglet=comparer`}
              className="font-semibold underline underline-offset-4"
            >
              {surveyName(other)}
            </Link>
            , fait plus tard&nbsp;: les paires et la publication de la rue sont là.
          </p>
        ))}
        {earlier && (
          <AdminsOnly>
            <FindPairs survey={survey} earlier={earlier} />
          </AdminsOnly>
        )}
      </section>
      {earlier && pairs.length > 0 && (
        <>
          <PairList survey={survey} pairs={pairs} />
          <AdminsOnly>
            <div className="grid gap-4 lg:grid-cols-2">
              <AlignAll surveyId={survey.id} pairs={pairs} />
              <StreetPublication survey={survey} earlier={earlier} />
            </div>
          </AdminsOnly>
        </>
      )}
      {earlier && pairs.length === 0 && (
        <EmptyState title="Aucune paire pour le moment">
          <p className="max-w-prose text-slate">
            Une paire réunit deux photos prises au même endroit, dans le même sens, à deux dates.
          </p>
        </EmptyState>
      )}
    </div>
  );
}

const pairFilters = {
  tout: { label: 'Toutes', keeps: () => true },
  'a-voir': { label: 'À voir', keeps: ({ state }: SurveyPair) => state === 'à voir' },
  dommages: { label: 'Avec dommage', keeps: ({ findings }: SurveyPair) => findings.length > 0 },
} as const;
type Filter = keyof typeof pairFilters;

/** The pairs, on the plan and as a list, and the way to the nearest one. */
function PairList({ survey, pairs }: { survey: ComparedSurvey; pairs: readonly SurveyPair[] }) {
  const navigate = useNavigate();
  const near = usePlace();
  const [search, setSearch] = useSearchParams();
  const [most, setMost] = useState(PAGE_ROWS);
  const filter: Filter =
    (Object.keys(pairFilters) as Filter[]).find((one) => one === search.get('paires')) ?? 'tout';
  const open = (id: string) => navigate(surveyPaths.pair.href(survey.id, id));
  const lines = pairs
    .map((pair, index) => ({ pair, index }))
    .filter(({ pair }) => pairFilters[filter].keeps(pair));
  const seen = pairs.filter(({ state }) => state === 'vu').length;
  const found = pairs.reduce((sum, { findings }) => sum + findings.length, 0);
  return (
    <section aria-labelledby="titre-paires" className="rounded-xl border border-line bg-paper p-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="titre-paires" className="font-semibold">
          {counted(pairs.length, 'paire')}{' '}
          <span className="font-normal text-slate">
            · {counted(seen, 'vue')} · {counted(found, 'dommage constaté', 'dommages constatés')}
          </span>
        </h2>
        <Button
          variant="accent"
          pending={near.isAsking}
          onClick={() =>
            near.ask((place) => {
              const nearest = nearestPair(pairs, place);
              if (nearest) open(nearest.pair.id);
            })
          }
        >
          <MapPin aria-hidden="true" className="size-4" />
          La paire la plus proche
        </Button>
      </div>
      {near.refusal && (
        <p role="alert" className="mb-3 text-sm font-medium text-sumac-deep">
          {near.refusal}
        </p>
      )}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <PairPlan pairs={pairs} you={near.place} onChoose={open} />
        <div className="min-w-0">
          <fieldset aria-label="Paires montrées" className="mb-2 flex flex-wrap gap-1">
            {(Object.keys(pairFilters) as Filter[]).map((one) => (
              <Button
                key={one}
                size="sm"
                variant={one === filter ? 'primary' : 'ghost'}
                aria-pressed={one === filter}
                onClick={() => {
                  const next = new URLSearchParams(search);
                  if (one === 'tout') next.delete('paires');
                  else next.set('paires', one);
                  setSearch(next, { replace: true });
                }}
              >
                {pairFilters[one].label}
              </Button>
            ))}
          </fieldset>
          {lines.length === 0 && <p className="p-2 text-slate">Aucune paire de cette sorte.</p>}
          <ol className="max-h-[60dvh] divide-y divide-line overflow-y-auto">
            {lines.slice(0, most).map(({ pair, index }) => (
              <li key={pair.id}>
                <Link
                  to={surveyPaths.pair.href(survey.id, pair.id)}
                  className="flex min-h-11 items-center justify-between gap-3 px-2 py-1.5 hover:bg-mist"
                >
                  <span className="min-w-0 truncate">
                    {pairName(index, pairs.length)}
                    {pair.findings.length > 0 && (
                      <span className="text-slate">
                        {' '}
                        · {pair.findings.map(({ kind }) => kind).join(', ')}
                      </span>
                    )}
                  </span>
                  <StatusBadge
                    tone={pair.state === 'vu' ? 'done' : 'quiet'}
                    label={pair.state === 'vu' ? 'Vue' : 'À voir'}
                  />
                </Link>
              </li>
            ))}
          </ol>
          {lines.length > most && (
            <Button size="sm" variant="ghost" className="mt-2" onClick={() => setMost(most + PAGE_ROWS)}>
              Montrer la suite ({lines.length - most})
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
