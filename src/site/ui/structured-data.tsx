import { paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import { absoluteUrl } from '@/shared/ui/seo';

/** A structure of schema.org; addresses are absolute. */
export type StructuredData = { '@type': string } & Record<string, unknown>;

/**
 * Structured data for search engines (schema.org, as JSON-LD). A block of data: no browser runs it, so the content
 * policy of the site does not concern it.
 */
export function JsonLd({ data }: { data: StructuredData }) {
  // « < » would let a text of the database close the element; JSON reads the escape as the same character.
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped above, and never run
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/** The name by which other structures refer to the studio. */
const STUDIO = `${siteConfig.url}/#studio`;

const region = { '@type': 'AdministrativeArea', name: 'Québec, Canada' };

/** The studio, on its home page. */
export function studio(): StructuredData {
  return {
    '@type': 'LocalBusiness',
    '@id': STUDIO,
    name: siteConfig.name,
    legalName: siteConfig.legalName,
    description:
      'Photographie 360°, visites virtuelles et imagerie de rue pour les municipalités et les MRC.',
    url: absoluteUrl(paths.home.href()),
    image: absoluteUrl('/images/hero-fjord-1600.jpg'),
    email: siteConfig.contactEmail,
    telephone: siteConfig.phone,
    address: siteConfig.postalAddress,
    areaServed: region,
  };
}

/**
 * What is offered on a page.
 *
 * @param offers each service of the page, by name and text
 */
export function service(
  name: string,
  path: string,
  offers: readonly { title: string; text: string }[],
): StructuredData {
  return {
    '@type': 'Service',
    name,
    url: absoluteUrl(path),
    areaServed: region,
    provider: { '@type': 'LocalBusiness', '@id': STUDIO, name: siteConfig.name, url: absoluteUrl('/') },
    hasOfferCatalog: {
      '@type': 'OfferCatalog',
      name,
      itemListElement: offers.map(({ title, text }) => ({
        '@type': 'Offer',
        itemOffered: { '@type': 'Service', name: title, description: text },
      })),
    },
  };
}

/**
 * A page that gathers tours.
 *
 * @param count how many tours there are; `undefined` while unknown
 */
export function collection(name: string, path: string, count: number | undefined): StructuredData {
  return {
    '@type': 'CollectionPage',
    name,
    url: absoluteUrl(path),
    inLanguage: 'fr-CA',
    mainEntity: { '@type': 'ItemList', numberOfItems: count },
  };
}

/**
 * Where a page stands under the home page.
 *
 * @param trail name and path of each page on the way down to this one, this one included
 */
export function breadcrumbs(trail: readonly (readonly [name: string, path: string])[]): StructuredData {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [['Accueil', paths.home.href()] as const, ...trail].map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absoluteUrl(path),
    })),
  };
}
