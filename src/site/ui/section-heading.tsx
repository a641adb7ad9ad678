import type { Place } from '@/site/ui/places';

/** The coordinates of a real place above a title, an ornament hidden from screen readers. */
export function Coordinates({ place, className = '' }: { place: Place; className?: string }) {
  return (
    <p
      aria-hidden="true"
      className={`flex flex-wrap items-center gap-x-1.5 text-sm font-medium tracking-wide min-[24rem]:gap-x-2.5 print:hidden ${className}`}
    >
      {place.name}
      <span className="h-px w-3 bg-current min-[24rem]:w-8" />
      <span className="whitespace-nowrap tabular-nums">{place.position}</span>
    </p>
  );
}

/** The heading of a section: coordinates, title and lead. */
export function SectionHeading({
  id,
  place,
  title,
  lead,
  as: Heading = 'h2',
}: {
  id?: string;
  /** The place that the section shows; without one there are no coordinates. */
  place?: Place;
  title: string;
  lead?: string;
  as?: 'h1' | 'h2';
}) {
  return (
    <div className="max-w-2xl">
      {place && <Coordinates place={place} className="mb-3 text-spruce" />}
      <Heading
        id={id}
        className={`font-bold sm:text-[2.6rem] ${Heading === 'h1' ? 'text-[2.3rem]' : 'text-3xl'}`}
      >
        {title}
      </Heading>
      {lead && <p className="mt-4 text-[1.0625rem] text-slate sm:text-lg">{lead}</p>}
    </div>
  );
}
