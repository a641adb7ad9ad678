import { Link } from 'react-router-dom';
import { formatAmount } from '@/shared/lib/money';
import { buttonClass } from '@/shared/ui/button';
import type { StudioProfile } from '@/site/data/studio-profile';
import { serviceQuoteHref } from '@/site/lib/quote-request-href';
import type { Service } from '@/site/lib/services';
import { BeforeAfter } from '@/site/ui/before-after';
import { serviceDetails } from './service-details';

type ServicePrice = StudioProfile['prices'][number];

/** « À partir de 140 $ le kilomètre » in the words of the catalogue's units. */
function Price({ price: { cents, unit } }: { price: ServicePrice }) {
  return (
    <p className="text-slate">
      À partir de <strong className="text-ink">{formatAmount(Number(cents))}</strong>
      {unit && ` / ${unit}`}, avant taxes
    </p>
  );
}

/** One service: what it is, examples, questions that come back, and a quote request with it chosen. */
export function ServicePart({ service, price }: { service: Service; price: ServicePrice | undefined }) {
  const { id, title, text, type } = service;
  const details = serviceDetails[id];
  const titleId = `${id}-titre`;
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      tabIndex={-1}
      className="scroll-mt-24 border-t border-line py-12 first:border-t-0 sm:py-16 print:py-3"
    >
      <div className="grid grid-cols-1 gap-x-14 gap-y-8 lg:grid-cols-[5fr_7fr] print:grid-cols-1 print:gap-y-2">
        <div>
          <h2 id={titleId} className="text-2xl font-bold sm:text-3xl">
            {title}
          </h2>
          <p className="mt-3 text-[1.0625rem] text-slate">{text}</p>
          <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3">
            <Link
              to={serviceQuoteHref(type)}
              aria-describedby={titleId}
              className={buttonClass({ variant: 'primary', className: 'print:hidden' })}
            >
              Demander une soumission
            </Link>
            {price && <Price price={price} />}
          </div>
        </div>
        <div className="min-w-0 space-y-8 print:space-y-2">
          {id === 'deneigement' && (
            <BeforeAfter
              label="Comparer la rue avant et sous la neige"
              before={{ src: '/images/tours/sainte-brigitte-avant-deneigement.jpg', label: 'Avant la neige' }}
              after={{ src: '/images/services/rue-sous-la-neige.jpg', label: 'Sous la neige' }}
              caption="Ce que la neige cache, le relevé l’a déjà montré. Images de démonstration."
            />
          )}
          <div>
            <h3 className="font-semibold">Par exemple</h3>
            <ul className="mt-3 list-disc space-y-2 pl-5 marker:text-spruce">
              {details?.examples.map((example) => (
                <li key={example}>{example}</li>
              ))}
            </ul>
          </div>
          <dl className="space-y-4 print:space-y-1">
            {details?.questions.map(([question, answer]) => (
              <div key={question}>
                <dt className="font-semibold">{question}</dt>
                <dd className="mt-1 text-slate">{answer}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}
