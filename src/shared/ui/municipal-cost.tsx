import { municipalCost } from '@quote/municipal-cost.ts';
import type { QuoteDocument } from '@quote/quote-document.ts';
import type { ReactNode } from 'react';
import { formatCents } from '@/shared/lib/money';

/**
 * The net cost for a municipality once its taxes are refunded; renders nothing for another client. It is an estimate
 * and no part of the quote.
 */
export function MunicipalCost({ quote, children }: { quote: QuoteDocument; children?: ReactNode }) {
  const { totals, studio, client } = quote;
  if (client.acceptsBy === 'person') return null;
  const { gstBackCents, qstBackCents, netCents } = municipalCost(totals);
  const row = (label: string, cents: number, sign = '', look = '') => (
    <div className={`flex flex-wrap justify-between gap-x-4 ${look}`}>
      <dt>{label}</dt>
      <dd className="ml-auto">
        {cents > 0 && sign}
        {formatCents(cents)}
      </dd>
    </div>
  );
  return (
    <section
      aria-label="Ce que paie la municipalité, estimation"
      className="min-w-0 rounded-xl border border-line bg-paper p-4 text-sm text-ink sm:p-5"
    >
      <h2 className="text-base font-semibold">
        Ce que paie la municipalité <span className="font-normal text-slate">(estimation)</span>
      </h2>
      <dl className="mt-2 space-y-1 tabular-nums">
        {row('Total du devis', totals.totalCents)}
        {studio.taxStatus === 'registered' && (
          <>
            {row('TPS récupérée (100\u00a0%)', gstBackCents, '−')}
            {row('TVQ récupérée (50\u00a0%)', qstBackCents, '−')}
          </>
        )}
        {row('Coût net', netCents, '', 'border-t border-line pt-1 font-semibold')}
      </dl>
      <p className="mt-2 text-slate">
        {studio.taxStatus === 'registered'
          ? 'Pour une municipalité qui récupère toute la TPS et la moitié de la TVQ. À confirmer par son service des finances.'
          : 'Aucune taxe n’est facturée\u00a0: il n’y a rien à récupérer.'}
      </p>
      {children}
    </section>
  );
}
