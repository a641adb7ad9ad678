import { paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import { absoluteUrl } from '@/shared/ui/seo';
import { pagePicture } from '@/site/lib/page-picture';
import { internationalPhone, parsePostalAddress } from '@/site/lib/postal-address';

/** A schema.org object; its addresses are absolute. */
export type StructuredData = { '@type': string } & Record<string, unknown>;

/**
 * Structured data for search engines (schema.org, as JSON-LD). Browsers do not execute it, so the content security
 * policy does not apply to it.
 */
export function JsonLd({ data }: { data: StructuredData }) {
  // An unescaped « < » would let a text of the database close the element.
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped above, and never executed
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/** The identifier by which other objects refer to the studio. */
const STUDIO_ID = `${siteConfig.url}/#studio`;

const servedRegion = { '@type': 'AdministrativeArea', name: 'Québec, Canada' };

/** A picture, with its dimensions where they are known. */
function imageObject(
  address: string,
  { width, height, caption }: { width?: number; height?: number; caption?: string } = {},
): StructuredData {
  return { '@type': 'ImageObject', url: absoluteUrl(address), width, height, caption };
}

/** Dimensions of the pictures that the build draws for shared links (build/share-picture.ts). */
const sharedPicture = { width: 1200, height: 630 };

function studioAddress(): StructuredData {
  const { street, city, region: province, postalCode } = parsePostalAddress(siteConfig.postalAddress);
  return {
    '@type': 'PostalAddress',
    streetAddress: street,
    addressLocality: city,
    addressRegion: province,
    postalCode,
    addressCountry: 'CA',
  };
}

/** A place in Québec, from the location text of a tour or street: « Métis-sur-Mer, Bas-Saint-Laurent ». */
function placeOf(location: string): StructuredData {
  const [city = location] = location.split(',');
  return {
    '@type': 'Place',
    name: location,
    address: {
      '@type': 'PostalAddress',
      addressLocality: city.trim(),
      addressRegion: 'Québec',
      addressCountry: 'CA',
    },
  };
}

/** A tour, or a street at two dates: a work of the studio that shows a place. */
export function creativeWork(work: {
  name: string;
  path: string;
  description: string;
  picture: string | null | undefined;
  location: string | null;
  /** The day on which it was captured, as YYYY-MM-DD. */
  day?: string | null;
  keywords?: readonly string[];
}): StructuredData {
  const { name, path, description, picture, location, day, keywords = [] } = work;
  const isDrawn = picture?.startsWith('/images/share/');
  return {
    '@type': 'CreativeWork',
    name,
    url: absoluteUrl(path),
    description,
    inLanguage: 'fr-CA',
    image: picture ? imageObject(picture, { ...(isDrawn && sharedPicture), caption: name }) : undefined,
    contentLocation: location ? placeOf(location) : undefined,
    dateCreated: day ?? undefined,
    keywords: keywords.join(', ') || undefined,
    creator: { '@type': 'LocalBusiness', '@id': STUDIO_ID, name: siteConfig.name, url: absoluteUrl('/') },
  };
}

/** The studio, for its home page. */
export function localBusiness(): StructuredData {
  return {
    '@type': 'LocalBusiness',
    '@id': STUDIO_ID,
    name: siteConfig.name,
    legalName: siteConfig.legalName,
    description:
      'Photographie 360°, visites virtuelles et imagerie de rue pour les municipalités et les MRC.',
    url: absoluteUrl(paths.home.href()),
    image: imageObject(pagePicture(paths.home.path), { ...sharedPicture, caption: siteConfig.name }),
    logo: siteConfig.logo && imageObject(siteConfig.logo.url, siteConfig.logo),
    email: siteConfig.contactEmail,
    telephone: siteConfig.phone && internationalPhone(siteConfig.phone),
    address: studioAddress(),
    areaServed: servedRegion,
  };
}

/**
 * The services described on a page.
 *
 * @param offers each service of the page, by title and text
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
    areaServed: servedRegion,
    provider: { '@type': 'LocalBusiness', '@id': STUDIO_ID, name: siteConfig.name, url: absoluteUrl('/') },
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
 * A page that lists tours.
 *
 * @param count how many tours there are; `undefined` while unknown
 */
export function collectionPage(name: string, path: string, count: number | undefined): StructuredData {
  return {
    '@type': 'CollectionPage',
    name,
    url: absoluteUrl(path),
    inLanguage: 'fr-CA',
    mainEntity: { '@type': 'ItemList', numberOfItems: count },
  };
}

/**
 * The path from the home page to a page.
 *
 * @param trail name and path of each page after the home page, down to this one
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
