import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { StatusBadge } from '@/admin/kit/ui/status-badge';
import { counted } from '@/shared/lib/numbers';
import type { Position } from '@/shared/survey/track';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';
import { type Coverage, coverageOf, streetState } from '../data/coverage';
import { asStreets, type StoredStreets } from '../data/read-streets';
import { type SurveyPicture, surveyPictures } from '../data/survey-pictures';
import { surveys } from '../data/surveys';
import { DriveMap, type MapLayer } from './drive-map';
import { OrderPanel } from './order-panel';

/** The kilometres that were ordered and those that the pictures cover, street by street. */
export function CoverageTab({ surveyId }: { surveyId: string }) {
  const order = useQuery(surveys.order(surveyId));
  const pictures = useQuery(surveyPictures.ofSurvey(surveyId));
  if (order.isError || pictures.isError) {
    return (
      <ErrorState
        title="Impossible de charger la couverture"
        onRetry={() => {
          void order.refetch();
          void pictures.refetch();
        }}
      />
    );
  }
  if (!order.data || !pictures.data) return <Spinner />;
  return (
    <div className="space-y-5">
      <OrderPanel
        surveyId={surveyId}
        streets={order.data.streets}
        source={order.data.source}
        places={placesOf(pictures.data)}
      />
      {order.data.streets.length > 0 && (
        <StreetCoverage streets={order.data.streets} pictures={pictures.data} />
      )}
    </div>
  );
}

const placesOf = (pictures: readonly SurveyPicture[]) =>
  pictures.flatMap(({ lat, lon, left_out }): Position[] =>
    lat === null || lon === null || left_out ? [] : [{ lat, lon }],
  );

const states = {
  missing: { label: 'Manquante', tone: 'attention' },
  partial: { label: 'À compléter', tone: 'active' },
  covered: { label: 'Couverte', tone: 'done' },
} as const;

const km = (metres: number) =>
  `${(metres / 1000).toLocaleString('fr-CA', { minimumFractionDigits: 1, maximumFractionDigits: metres < 10_000 ? 2 : 1 })}\u00a0km`;

/** Says the whole in a line: « 41,8 km commandés · 40,1 km couverts · 3 rues manquantes ». */
function coverageText({ ordered, covered, streets }: Coverage): string {
  const missing = streets.filter((street) => streetState(street) === 'missing').length;
  return `${km(ordered)} commandés · ${km(covered)} couverts · ${
    missing === 0 ? 'aucune rue manquante' : counted(missing, 'rue manquante', 'rues manquantes')
  }`;
}

const stateOrder = { missing: 0, partial: 1, covered: 2 } as const;

function StreetCoverage({
  streets,
  pictures,
}: {
  streets: StoredStreets;
  pictures: readonly SurveyPicture[];
}) {
  const places = useMemo(() => placesOf(pictures), [pictures]);
  const known = useMemo(() => asStreets(streets), [streets]);
  const coverage = useMemo(() => coverageOf(known, places), [known, places]);
  const [chosen, setChosen] = useState<string>();
  const listed = useMemo(
    () => coverage.streets.toSorted((a, b) => stateOrder[streetState(a)] - stateOrder[streetState(b)]),
    [coverage],
  );
  const extent = useMemo(() => known.flatMap(({ lines }) => lines.flat()), [known]);
  const chosenLines = useMemo(() => known.find(({ name }) => name === chosen)?.lines ?? [], [known, chosen]);
  const layers = useMemo(
    (): MapLayer[] => [
      { key: 'chosen', kind: 'line', places: chosenLines, className: 'stroke-amber-pale', width: 16 },
      {
        key: 'all',
        kind: 'line',
        places: known.flatMap(({ lines }) => lines),
        className: 'stroke-spruce',
        width: 4,
      },
      {
        key: 'gaps',
        kind: 'line',
        places: coverage.streets.flatMap(({ gaps }) => gaps),
        className: 'stroke-sumac',
        width: 5,
      },
      { key: 'pictures', kind: 'points', places: [places], className: 'stroke-[#2f6fde]', width: 4 },
    ],
    [known, coverage, places, chosenLines],
  );
  const shown = useMemo(() => (chosenLines.length > 0 ? chosenLines.flat() : extent), [chosenLines, extent]);
  return (
    <section aria-labelledby="coverage-title" className="space-y-3">
      <h2 id="coverage-title" className="text-lg font-bold">
        {coverageText(coverage)}
      </h2>
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <DriveMap
          key={chosen}
          label={`Plan des rues commandées\u00a0: ${coverageText(coverage)}. La liste donne le détail.`}
          extent={shown}
          layers={layers}
          legend={legend}
        />
        <ul
          aria-label="Rues commandées"
          className="max-h-[36rem] divide-y divide-line overflow-y-auto rounded-xl border border-line bg-paper"
        >
          {listed.map((street) => {
            const { label, tone } = states[streetState(street)];
            return (
              <li key={street.name}>
                <button
                  type="button"
                  aria-pressed={chosen === street.name}
                  onClick={() => setChosen(chosen === street.name ? undefined : street.name)}
                  className="flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-left hover:bg-mist aria-pressed:bg-spruce-pale"
                >
                  <span className="min-w-0 flex-1 wrap-anywhere">
                    {street.name}
                    <span className="block text-sm text-slate">
                      {km(street.covered)} sur {km(street.length)}
                    </span>
                  </span>
                  <StatusBadge tone={tone} label={label} />
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

const legend = [
  { className: 'stroke-spruce', text: 'Rue couverte' },
  { className: 'stroke-sumac', text: 'À photographier' },
  { className: 'stroke-[#2f6fde]', text: 'Photos' },
];
