import type { ReactNode } from 'react';
import type { Place } from '@/site/ui/places';
import { DegreeRing } from './degree-ring';
import { Coordinates } from './section-heading';

/** The top section of an inner page, under the fixed header: coordinates, title and lead. */
export function PageHero({
  place,
  title,
  lead,
  children,
}: {
  place: Place;
  title: string;
  lead: string;
  children?: ReactNode;
}) {
  return (
    <section className="on-dark relative overflow-hidden bg-lake pt-[4.5rem] text-white">
      <DegreeRing className="-top-28 -right-48 size-96 sm:-top-40 sm:-right-40 sm:size-[40rem] text-white/15 lg:text-white/25" />
      <div className="relative mx-auto max-w-7xl px-5 py-9 sm:px-8 sm:py-8">
        <Coordinates place={place} className="text-white/80" />
        <h1 className="mt-2 text-4xl font-bold sm:text-5xl">{title}</h1>
        <p className="mt-3 max-w-2xl text-[1.0625rem] text-white/90 sm:text-lg">{lead}</p>
        {children}
      </div>
    </section>
  );
}
