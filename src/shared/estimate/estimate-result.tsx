import type { ReactNode } from 'react';
import { formatCents } from '@/shared/lib/money';
import { counted } from '@/shared/lib/numbers';
import { type EstimateData, estimateOf, type Project } from './estimate';
import { amountRange, travelText, weekRange } from './estimate-texts';

/** Two amounts to the cent, low and high, or one. */
function Amounts({ low, high, sign = '' }: { low: number; high: number; sign?: string }) {
  return (
    <>
      <span className="whitespace-nowrap">
        {sign}
        {formatCents(low)}
      </span>
      {high !== low && (
        <>
          {' à '}
          <span className="whitespace-nowrap">
            {sign}
            {formatCents(high)}
          </span>
        </>
      )}
    </>
  );
}

function Row({ label, look = '', children }: { label: string; look?: string; children: ReactNode }) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 py-1 ${look}`}>
      <dt>{label}</dt>
      <dd className="ml-auto text-right tabular-nums">{children}</dd>
    </div>
  );
}

/** The amounts of a project: a range before taxes, a delay, and the net cost for a municipality. */
export function EstimateResult({
  data,
  project,
  children,
}: {
  data: EstimateData;
  project: Project;
  children?: ReactNode;
}) {
  const estimate = estimateOf(data, project);
  const { low, high, lines, weeks, days } = estimate;
  const place = data.places.find(({ code }) => code === project.place)?.name;
  const travel = travelText(estimate, place);
  return (
    <section
      aria-label="Votre estimation"
      className="min-w-0 rounded-xl border border-line bg-paper p-5 text-ink sm:p-7"
    >
      <p className="text-sm font-semibold text-slate">Estimation avant taxes</p>
      <output className="mt-1 block font-display text-3xl font-bold text-lake sm:text-4xl">
        {amountRange(low.totals.taxableCents, high.totals.taxableCents)}
      </output>
      <ul className="mt-3 space-y-1">
        {weeks && (
          <li>
            Livraison de {weekRange(weeks)} après votre accord, dont {counted(days, 'jour')} sur place.
          </li>
        )}
        {travel && <li>{travel}</li>}
      </ul>
      <dl className="mt-5 border-t border-line pt-3">
        {lines.map(({ name, lowCents, highCents }) => (
          <Row key={name} label={name}>
            <Amounts low={lowCents} high={highCents} />
          </Row>
        ))}
      </dl>
      {data.tax_status && (
        <section aria-label="Ce que paie la municipalité, estimation" className="mt-4 rounded-lg bg-mist p-4">
          <h2 className="font-semibold">
            Ce que paie la municipalité <span className="font-normal text-slate">(estimation)</span>
          </h2>
          <dl className="mt-1 text-[0.95rem]">
            {data.tax_status === 'registered' ? (
              <>
                <Row label="TPS (5&nbsp;%)">
                  <Amounts low={low.totals.gstCents} high={high.totals.gstCents} />
                </Row>
                <Row label="TVQ (9,975&nbsp;%)">
                  <Amounts low={low.totals.qstCents} high={high.totals.qstCents} />
                </Row>
                <Row label="Total avec taxes" look="border-t border-line">
                  <Amounts low={low.totals.totalCents} high={high.totals.totalCents} />
                </Row>
                <Row label="TPS récupérée (100&nbsp;%)">
                  <Amounts low={low.cost.gstBackCents} high={high.cost.gstBackCents} sign="−" />
                </Row>
                <Row label="TVQ récupérée (50&nbsp;%)">
                  <Amounts low={low.cost.qstBackCents} high={high.cost.qstBackCents} sign="−" />
                </Row>
                <Row label="Coût net" look="border-t border-line font-semibold">
                  <Amounts low={low.cost.netCents} high={high.cost.netCents} />
                </Row>
              </>
            ) : (
              <Row label="Coût net, sans taxes à payer" look="font-semibold">
                <Amounts low={low.cost.netCents} high={high.cost.netCents} />
              </Row>
            )}
          </dl>
          {data.tax_status === 'registered' && (
            <p className="mt-2 text-sm text-slate">
              Pour une municipalité qui récupère toute la TPS et la moitié de la TVQ. À confirmer par son
              service des finances.
            </p>
          )}
        </section>
      )}
      <p className="mt-4 text-sm text-slate">
        Une estimation n’engage ni vous ni nous&nbsp;: la soumission fixe le prix.
      </p>
      {children}
    </section>
  );
}
