import type { ReactNode } from 'react';
import { Seo } from '@/shared/ui/seo';
import { pagePicture } from '@/site/lib/page-picture';
import { type Place, places } from '@/site/ui/places';
import { DegreeRing } from './degree-ring';
import { Coordinates } from './section-heading';
import { breadcrumbs, JsonLd } from './structured-data';

type Hero = {
  place?: Place;
  title: string;
  lead: string;
  children?: ReactNode;
};

/** The top section of an inner page, under the fixed header: coordinates, title and lead. */
export function PageHero({ place = places.quebec, title, lead, children }: Hero) {
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

/** The hero of a page that the menus name, with what search engines and shared links say of it. */
export function IndexedHero({
  page,
  crumb,
  headTitle,
  description,
  noIndex = false,
  ...hero
}: Hero & {
  page: { path: string; href: () => string };
  /** The page's name in the breadcrumb. */
  crumb: string;
  /** The page's title for search engines. */
  headTitle: string;
  description: string;
  noIndex?: boolean;
}) {
  return (
    <>
      <Seo image={pagePicture(page.path)} title={headTitle} description={description} noIndex={noIndex} />
      <JsonLd data={breadcrumbs([[crumb, page.href()]])} />
      <PageHero {...hero} />
    </>
  );
}
