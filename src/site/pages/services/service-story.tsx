import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatAmount } from '@/shared/lib/money';
import type { ServiceExample } from '@/site/data/service-examples';
import type { StudioProfile } from '@/site/data/studio-profile';
import { serviceQuoteHref } from '@/site/lib/quote-request-href';
import type { Service } from '@/site/lib/services';
import { TourPicture } from '@/site/tours/tour-picture';
import { serviceStories } from './service-stories';

/** A service with what the database knows of it. */
export type ToldService = {
  service: Service;
  example: ServiceExample | undefined;
  price: StudioProfile['prices'][number] | undefined;
};

/** The verb of the link to a service's example, by kind. */
function verbOf(id: string, { kind }: ServiceExample): string {
  if (kind === 'tour') return 'Entrer dans la visite';
  return id === 'deneigement' ? 'Comparer les deux dates' : 'Parcourir';
}

/** One service: the need, the result, an example to enter, its public price if any, and a quote request for it. */
export function ServiceStory({
  service: { id, title, type },
  example,
  price,
  className = '',
}: ToldService & { className?: string }) {
  const titleId = `${id}-titre`;
  const story = serviceStories[id];
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      tabIndex={-1}
      className={`scroll-mt-24 print:break-inside-avoid ${className}`}
    >
      <h2 id={titleId} className="text-[1.65rem] leading-tight font-bold">
        {title}
      </h2>
      <p className="mt-2 text-lg leading-snug font-medium">{story?.need}</p>
      <p className="mt-2 text-slate [.on-dark_&]:text-white/85">{story?.gets}</p>
      {price && (
        <p className="mt-2">
          À partir de <strong>{formatAmount(Number(price.cents))}</strong>
          {price.unit && ` / ${price.unit}`}, avant taxes
        </p>
      )}
      <ul className="mt-1.5 flex flex-wrap items-center gap-x-6 font-semibold text-spruce [.on-dark_&]:text-white">
        {example && (
          <li>
            <Link to={example.href} className="inline-block py-1.5 underline underline-offset-4">
              {verbOf(id, example)}&nbsp;: {example.title}
              {'\u00a0'}
              <ArrowRight aria-hidden="true" className="inline size-4" />
            </Link>
          </li>
        )}
        <li className="print:hidden">
          <Link
            to={serviceQuoteHref(type)}
            aria-describedby={titleId}
            className="inline-block py-1.5 underline underline-offset-4"
          >
            Demander une soumission
          </Link>
        </li>
      </ul>
    </section>
  );
}

/** The picture of a service's example, which leads there as well; without one, the service's own picture. */
export function ServicePicture({
  service,
  example,
  sizes,
  className,
  isFirst = false,
}: ToldService & { sizes: string; className: string; isFirst?: boolean }) {
  const src = example?.picture ?? service.picture;
  if (!src) return null;
  const frame = `relative block overflow-hidden rounded-2xl bg-lake ${isFirst ? '' : 'print:hidden'} ${className}`;
  const picture = <TourPicture src={src} sizes={sizes} priority={isFirst ? 'low' : 'lazy'} />;
  if (!example) return <div className={frame}>{picture}</div>;
  return (
    // The link below the text leads there too, with words.
    <Link
      to={example.href}
      aria-hidden="true"
      tabIndex={-1}
      data-print={isFirst || undefined}
      className={frame}
    >
      {picture}
    </Link>
  );
}
