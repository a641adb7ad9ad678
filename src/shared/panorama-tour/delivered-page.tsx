import { ArrowLeft } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { textOn } from '@/shared/ui/tag-color';
import type { DeliveredTour } from './delivered-tour';
import { TourVisit } from './tour-visit';

/** Returns the previous page of the same site, for a link back; none in a frame, which is inside its page. */
function pageBefore(): string | undefined {
  const { referrer } = document;
  const isOurs = URL.canParse(referrer) && new URL(referrer).origin === window.location.origin;
  return isOurs && window.self === window.top ? referrer : undefined;
}

/** A delivered tour, in its client's own folder: relative addresses only (docs/decisions/0075). */
export function DeliveredPage({ title, client, color, tour }: DeliveredTour) {
  // The address is unknown when the page is written.
  const from = useSyncExternalStore(
    () => () => {},
    pageBefore,
    () => undefined,
  );
  return (
    <main className="fixed inset-0 flex flex-col">
      <header
        style={{ backgroundColor: color, color: textOn(color) }}
        className="flex shrink-0 flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5 [&_:focus-visible]:outline-current"
      >
        {from && (
          <a href={from} className="inline-flex min-h-6 items-baseline gap-1 underline underline-offset-4">
            <ArrowLeft aria-hidden="true" className="size-4 self-center" />
            Retour
          </a>
        )}
        <h1 className="min-w-0 text-lg font-bold wrap-anywhere">{title}</h1>
        <p className="min-w-0 wrap-anywhere">{client}</p>
        <a href="licences.txt" className="ml-auto inline-block min-h-6 text-sm underline underline-offset-4">
          Licences
        </a>
      </header>
      <div className="relative min-h-0 flex-1">
        <TourVisit tour={tour} title={title} address={(path) => path} layout="window" place="fragment" />
      </div>
    </main>
  );
}
