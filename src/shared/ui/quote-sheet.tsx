import { quebecDay } from '@contract/eastern-time';
import { writtenDay } from '@contract/french-date';
import { formatPhone } from '@contract/phone';
import { agreedUnit, type QuoteDocument } from '@quote/quote-document.ts';
import { formatCents } from '@/shared/lib/money';
import { UnbrokenNumbers } from './unbroken-numbers';

/** Formats a quote's number, « 2026-014, révision 2 ». */
export function quoteNumber({ number, revision }: Pick<QuoteDocument, 'number' | 'revision'>): string {
  if (!number) return 'Brouillon';
  return revision > 1 ? `${number}, révision ${revision}` : number;
}

/** Formats a quote's title, « Devis 2026-014, révision 2 », or « Brouillon de devis » without a number. */
export const quoteTitle = (quote: Pick<QuoteDocument, 'number' | 'revision'>) =>
  quote.number ? `Devis ${quoteNumber(quote)}` : 'Brouillon de devis';

const quantityText = (quantity: string) => quantity.replace(/\.?0+$/, '').replace('.', ',') || '0';

/** « 17 points », « 1,5 jour », « 12 km » */
const quantityWithUnit = (line: { quantity: string; unit: string }) =>
  [quantityText(line.quantity), agreedUnit(line)].filter(Boolean).join('\u00a0');

/** Formats a day as the document prints it, « 2 décembre 2026 »; an instant gives its day in Québec. */
export function longDay(day: string): string {
  const date = new Date(day.length === 10 ? `${day}T12:00:00Z` : day);
  return Number.isNaN(date.getTime()) ? day : writtenDay(quebecDay(date));
}

/** A quote as printed. It reads the frozen document only: a sent quote never changes its look. */
export function QuoteSheet({ quote }: { quote: QuoteDocument }) {
  return (
    <DocumentSheet
      label={quoteTitle(quote)}
      heading="Devis"
      number={quoteNumber(quote)}
      facts={[`Date\u00a0: ${longDay(quote.date)}`, `Valide jusqu’au ${longDay(quote.validUntil)}`]}
      printed={quote}
      sections={{ Livraison: quote.delivery, Modalités: quote.terms, Notes: quote.notes }}
    />
  );
}

/** A priced document as printed: both parties, lines, totals and taxes, then its texts by their titles. */
export function DocumentSheet({
  label,
  heading,
  number,
  facts,
  printed,
  sections,
}: {
  label: string;
  heading: string;
  number: string;
  /** Lines under the number. */
  facts: readonly string[];
  printed: Pick<QuoteDocument, 'studio' | 'client' | 'subject' | 'totals' | 'lines' | 'discount'>;
  sections: Readonly<Record<string, string>>;
}) {
  const { studio, client, totals, lines, discount, subject } = printed;
  const parties = [studio.address, formatPhone(studio.phone), studio.email, studio.website].filter(Boolean);
  return (
    <article
      aria-label={label}
      className="min-w-0 space-y-5 rounded-xl border border-line bg-white p-5 text-sm wrap-anywhere text-ink sm:p-8"
    >
      <header className="flex flex-wrap justify-between gap-4">
        <div className="min-w-0">
          <p className="font-display text-lg font-bold">{studio.name || 'Votre studio'}</p>
          {studio.legalName && studio.legalName !== studio.name && <p>{studio.legalName}</p>}
          {parties.map((text) => (
            <p key={text} className="text-slate">
              {text}
            </p>
          ))}
          {studio.neq && <p className="text-slate">NEQ {studio.neq}</p>}
        </div>
        <div className="sm:ml-auto sm:text-right">
          <h2 className="font-display text-lg font-bold">{heading}</h2>
          <p>
            <UnbrokenNumbers text={number} />
          </p>
          {facts.map((text) => (
            <p key={text} className="text-slate">
              <UnbrokenNumbers text={text} />
            </p>
          ))}
        </div>
      </header>
      <div>
        <h3 className="font-semibold">Client</h3>
        <p>{client.organization || '–'}</p>
        {(client.contactName || client.contactTitle) && (
          <p>{[client.contactName, client.contactTitle].filter(Boolean).join(', ')}</p>
        )}
        {[client.address, formatPhone(client.phone), client.email].filter(Boolean).map((text) => (
          <p key={text} className="whitespace-pre-line text-slate">
            {text}
          </p>
        ))}
      </div>
      {subject && <p className="font-semibold">Objet&nbsp;: {subject}</p>}
      <table className="w-full table-fixed border-collapse">
        <thead>
          <tr className="border-b border-ink text-left">
            <th scope="col" className="py-1.5 pr-2">
              Description
            </th>
            <th scope="col" className="w-[5.25rem] py-1.5 pr-2 text-right max-sm:hidden">
              Quantité
            </th>
            <th scope="col" className="w-[5.5rem] py-1.5 pr-2 text-right max-sm:hidden">
              Prix
            </th>
            <th scope="col" className="w-[6.5rem] py-1.5 text-right">
              Montant
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a printed line is nothing but its place.
            <tr key={index} className="border-b border-line align-top">
              <td className="py-1.5 pr-2 whitespace-pre-line">
                <UnbrokenNumbers text={line.description} />
                <span className="block text-slate sm:hidden">
                  {quantityWithUnit(line)} à {formatCents(line.unitPriceCents)}
                </span>
              </td>
              <td className="py-1.5 pr-2 text-right tabular-nums max-sm:hidden">{quantityWithUnit(line)}</td>
              <td className="py-1.5 pr-2 text-right tabular-nums max-sm:hidden">
                {formatCents(line.unitPriceCents)}
              </td>
              <td className="py-1.5 text-right tabular-nums">{formatCents(line.amountCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="ml-auto max-w-xs space-y-1 tabular-nums">
        {discount && (
          <>
            <Total label="Sous-total" cents={totals.subtotalCents} />
            <Total label={discount.label || 'Rabais'} cents={discount.cents} sign="−" />
          </>
        )}
        <Total label="Total avant taxes" cents={totals.taxableCents} />
        {studio.taxStatus === 'registered' && (
          <>
            <Total label="TPS (5 %)" cents={totals.gstCents} />
            <Total label="TVQ (9,975 %)" cents={totals.qstCents} />
          </>
        )}
        <Total label="Total" cents={totals.totalCents} isLast />
      </dl>
      <p className="text-slate">
        {studio.taxStatus === 'small_supplier'
          ? 'Petit fournisseur, non inscrit aux taxes'
          : [studio.gstNumber && `TPS ${studio.gstNumber}`, studio.qstNumber && `TVQ ${studio.qstNumber}`]
              .filter(Boolean)
              .join(' · ')}
      </p>
      {Object.entries(sections).map(([title, text]) => (
        <Words key={title} title={title} text={text} />
      ))}
    </article>
  );
}

function Total({
  label,
  cents,
  sign,
  isLast,
}: {
  label: string;
  cents: number;
  sign?: string;
  isLast?: boolean;
}) {
  return (
    <div
      className={`flex justify-between gap-4 ${isLast ? 'border-t border-ink pt-1 text-base font-bold' : ''}`}
    >
      <dt>{label}</dt>
      <dd className="shrink-0">
        {sign}
        {formatCents(cents)}
      </dd>
    </div>
  );
}

function Words({ title, text }: { title: string; text: string }) {
  if (!text) return null;
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <p className="whitespace-pre-line">{text}</p>
    </div>
  );
}
