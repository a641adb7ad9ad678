import { serviceTypes } from '@contract/quote-request';
import { type ReactNode, useState } from 'react';
import { plainNumber } from '@/shared/lib/money';
import { formatNumber } from '@/shared/lib/numbers';
import { controlClass, Field, selectClass } from '@/shared/ui/field';
import {
  asksFor,
  type EstimateData,
  type EstimatePlace,
  estimatedKinds,
  type Project,
  type ProjectKind,
} from './estimate';
import { EstimateResult } from './estimate-result';

/** Largest sizes of a project. */
const LARGEST_PROJECT = { scenes: 2000, kilometres: 5000 };

/** Project of a visitor who has not said anything yet. */
export const firstProject = (data: EstimateData): Project => ({
  kind: estimatedKinds(data)[0] ?? 'visite-virtuelle',
  scenes: 10,
  kilometres: 10,
  place: '',
});

/** Reads a typed size; undefined when it is none. */
function readSize(typed: string, most: number, decimals: boolean): number | undefined {
  const plain = plainNumber(typed);
  if (!(decimals ? /^\d+(\.\d)?$/ : /^\d+$/).test(plain)) return undefined;
  const size = Number(plain);
  return size > 0 && size <= most ? size : undefined;
}

/** Groups the places by region, both in the order of their names. */
function byRegion(places: readonly EstimatePlace[]): [region: string, places: EstimatePlace[]][] {
  const regions = new Map<string, EstimatePlace[]>();
  for (const place of places) regions.set(place.region, [...(regions.get(place.region) ?? []), place]);
  return [...regions].sort(([a], [b]) => a.localeCompare(b, 'fr'));
}

/**
 * The questions of an estimate beside its amounts, which change while one answers.
 *
 * @param onChange receives each project that can be estimated
 * @param children renders what follows the amounts, a link to the quote request on the site
 */
export function Estimator({
  data,
  initial = firstProject(data),
  onChange,
  children,
}: {
  data: EstimateData;
  initial?: Project;
  onChange?: (project: Project) => void;
  children?: (project: Project) => ReactNode;
}) {
  const [kind, setKind] = useState(initial.kind);
  const [place, setPlace] = useState(initial.place);
  const [scenes, setScenes] = useState(String(initial.scenes));
  const [kilometres, setKilometres] = useState(String(initial.kilometres).replace('.', ','));
  const sizes = (typed: { scenes: string; kilometres: string }) => ({
    scenes: readSize(typed.scenes, LARGEST_PROJECT.scenes, false),
    kilometres: readSize(typed.kilometres, LARGEST_PROJECT.kilometres, true),
  });
  const read = sizes({ scenes, kilometres });
  const asks = {
    scenes: asksFor(data, kind, 'scene'),
    kilometres: asksFor(data, kind, 'kilometre'),
    place: asksFor(data, kind, 'deplacement') && data.places.length > 0,
  };
  const isReady =
    (!asks.scenes || read.scenes !== undefined) && (!asks.kilometres || read.kilometres !== undefined);
  const project: Project = { kind, place, scenes: read.scenes ?? 0, kilometres: read.kilometres ?? 0 };

  const tell = (
    change: Partial<{ kind: ProjectKind; place: string; scenes: string; kilometres: string }>,
  ) => {
    const now = { kind, place, scenes, kilometres, ...change };
    setKind(now.kind);
    setPlace(now.place);
    setScenes(now.scenes);
    setKilometres(now.kilometres);
    const size = sizes(now);
    onChange?.({
      kind: now.kind,
      place: now.place,
      scenes: size.scenes ?? 0,
      kilometres: size.kilometres ?? 0,
    });
  };

  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-12">
      <form aria-label="Votre projet" className="space-y-5" onSubmit={(event) => event.preventDefault()}>
        <Field label="Genre de projet" required>
          {(control) => (
            <select
              {...control}
              className={selectClass}
              value={kind}
              onChange={({ target }) => tell({ kind: target.value as ProjectKind })}
            >
              {estimatedKinds(data).map((value) => (
                <option key={value} value={value}>
                  {serviceTypes[value]}
                </option>
              ))}
            </select>
          )}
        </Field>
        {asks.scenes && (
          <Field
            label="Nombre de scènes"
            required
            hint="Une scène est un point de vue où l’on s’arrête et regarde autour de soi. Un parc en demande de 8 à 20."
            error={
              read.scenes === undefined
                ? `Indiquez un nombre entier de 1 à ${formatNumber(LARGEST_PROJECT.scenes)}.`
                : undefined
            }
          >
            {(control) => (
              <input
                {...control}
                className={controlClass}
                inputMode="numeric"
                autoComplete="off"
                value={scenes}
                onChange={({ target }) => tell({ scenes: target.value })}
              />
            )}
          </Field>
        )}
        {asks.kilometres && (
          <Field
            label="Kilomètres de rues ou de sentiers"
            required
            hint="La longueur à capter, sans compter le retour."
            error={
              read.kilometres === undefined
                ? `Indiquez un nombre de 0,1 à ${formatNumber(LARGEST_PROJECT.kilometres)}. Exemple\u00a0: 12,5.`
                : undefined
            }
          >
            {(control) => (
              <input
                {...control}
                className={controlClass}
                inputMode="decimal"
                autoComplete="off"
                value={kilometres}
                onChange={({ target }) => tell({ kilometres: target.value })}
              />
            )}
          </Field>
        )}
        {asks.place && (
          <Field label="MRC ou ville" hint="Pour compter le déplacement, aller et retour.">
            {(control) => (
              <select
                {...control}
                className={selectClass}
                value={place}
                onChange={({ target }) => tell({ place: target.value })}
              >
                <option value="">Choisissez</option>
                {byRegion(data.places).map(([region, places]) => (
                  <optgroup key={region} label={region}>
                    {places.map(({ code, name }) => (
                      <option key={code} value={code}>
                        {name}
                      </option>
                    ))}
                  </optgroup>
                ))}
              </select>
            )}
          </Field>
        )}
      </form>
      {isReady ? (
        <EstimateResult data={data} project={project}>
          {children?.(project)}
        </EstimateResult>
      ) : (
        <p className="rounded-xl border border-line bg-mist p-5">
          Corrigez le nombre indiqué&nbsp;: l’estimation revient aussitôt.
        </p>
      )}
    </div>
  );
}
