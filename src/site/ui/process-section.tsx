import { processSteps } from '@/site/lib/content';
import { places } from '@/site/lib/places';
import { SectionHeading } from './section-heading';

/** A ruler of degrees: a tick every few pixels. */
const TICKS =
  'bg-[repeating-linear-gradient(90deg,var(--slate)_0_1px,transparent_1px_12px)] bg-bottom bg-no-repeat';

/** The four steps, set along a horizon line at the four bearings of the ring. */
export function ProcessSection() {
  return (
    <section aria-labelledby="titre-demarche" className="bg-mist py-20 sm:py-28">
      <div className="mx-auto max-w-7xl px-5 sm:px-8">
        <SectionHeading
          id="titre-demarche"
          place={places.saintDonat}
          title="Quatre étapes, un tour d’horizon complet"
          lead="De la première rencontre à la mise en ligne, vous savez toujours où en est votre projet."
        />
        <div aria-hidden="true" className={`mt-12 hidden h-3 opacity-60 lg:block ${TICKS}`} />
        <ol className="mt-10 grid gap-y-10 border-l-2 border-spruce pl-6 lg:mt-0 lg:grid-cols-4 lg:gap-x-8 lg:border-t-2 lg:border-l-0 lg:pl-0">
          {processSteps.map(({ title, text, bearing }, index) => (
            <li key={title} className="relative lg:pt-8">
              <span
                aria-hidden="true"
                className="absolute top-1.5 -left-[2.05rem] size-3.5 rounded-full border-2 border-spruce bg-mist lg:-top-2 lg:left-0"
              />
              <p aria-hidden="true" className="text-sm font-semibold text-spruce tabular-nums">
                {bearing}
              </p>
              <h3 className="mt-1 text-2xl font-semibold">
                {index + 1}. {title}
              </h3>
              <p className="mt-2 text-slate">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
