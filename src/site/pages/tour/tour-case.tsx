import { frenchDay } from '@/shared/lib/french-day';
import { counted, formatNumber } from '@/shared/lib/numbers';
import type { TourWithCase } from '@/site/data/tours';

/** Fewer views than this say nothing for a tour. */
const TELLING_VIEWS = 50;

/**
 * The short facts of a tour: client, capture, panoramas, views; each only where it is known.
 *
 * @param scenes how many panoramas one can walk in here, which no typed number may contradict
 */
export function CaseFacts({ tour, scenes }: { tour: TourWithCase; scenes: number | undefined }) {
  const { client_name, captured_on, view_count } = tour;
  const panoramas = scenes ?? tour.panorama_count;
  const facts: [term: string, text: string][] = [];
  if (client_name) facts.push(['Client', client_name]);
  if (captured_on) facts.push(['Captation', frenchDay(captured_on)]);
  if (panoramas) facts.push(['Points de vue', formatNumber(panoramas)]);
  if (view_count >= TELLING_VIEWS) facts.push(['Consultation', counted(view_count, 'vue')]);
  if (facts.length === 0) return null;
  return (
    <dl className="mt-6 border-b border-line">
      {facts.map(([term, text]) => (
        <div key={term} className="flex flex-wrap justify-between gap-x-6 border-t border-line py-2">
          <dt className="text-slate">{term}</dt>
          <dd className="min-w-0 font-medium wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The case in words: what was wanted, what was delivered, what came of it; nothing without any. */
export function CaseStory({ tour: { need, delivered, result } }: { tour: TourWithCase }) {
  const parts = [
    ['Le besoin', need],
    ['Ce qui a été livré', delivered],
    ['Le résultat', result],
  ].filter(([, text]) => text);
  if (parts.length === 0) return null;
  return (
    <div className="bg-mist">
      <div className="mx-auto grid max-w-7xl grid-cols-1 gap-x-10 gap-y-8 px-5 py-14 sm:px-8 md:auto-cols-fr md:grid-flow-col md:grid-cols-none print:py-4">
        {parts.map(([title, text]) => (
          <section key={title} className="min-w-0 border-t-2 border-spruce pt-4">
            <h2 className="text-xl font-bold">{title}</h2>
            <p className="mt-3 whitespace-pre-line wrap-anywhere">{text}</p>
          </section>
        ))}
      </div>
    </div>
  );
}
