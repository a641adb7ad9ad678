import { useLocation } from 'react-router-dom';
import { siteConfig } from '@/shared/lib/site-config';

/** The picture of shared links to pages without their own. */
const SHARE_IMAGE = '/images/hero-fjord-1600.jpg';

/** The absolute form of an address of this site or of another; an invalid one becomes the home page. */
export function absoluteUrl(address: string): string {
  const { href } = new URL(URL.canParse(address, siteConfig.url) ? address : '/', siteConfig.url);
  return href;
}

/** The canonical address of a page: without query, fragment or trailing slash. */
function canonicalUrl(pathname: string): string {
  return siteConfig.url + (pathname === '/' ? '/' : pathname.replace(/\/+$/, ''));
}

/**
 * The metadata of a page for search engines and shared links; React hoists it into the head.
 *
 * @param title without the studio's name, which is appended
 * @param image the picture of shared links, on this site or another; a fjord by default
 * @param noIndex for pages that search engines must not index: without canonical address nor sharing tags
 * @param of the page that search engines keep instead of this one, which is shared under its own address
 */
export function Seo({
  title,
  description,
  image,
  noIndex = false,
  of,
}: {
  title?: string;
  description?: string;
  image?: string | null;
  noIndex?: boolean;
  of?: string;
}) {
  const { pathname } = useLocation();
  const fullTitle = title ? `${title} | ${siteConfig.name}` : siteConfig.name;
  return (
    <>
      <title>{fullTitle}</title>
      {description && <meta name="description" content={description} />}
      {(noIndex || of) && <meta name="robots" content="noindex" />}
      {!noIndex && (
        <Sharing
          title={fullTitle}
          description={description}
          url={canonicalUrl(pathname)}
          canonical={canonicalUrl(of ?? pathname)}
          image={absoluteUrl(image || SHARE_IMAGE)}
        />
      )}
    </>
  );
}

/** Canonical address, Open Graph and Twitter tags. */
function Sharing({
  title,
  description,
  url,
  canonical,
  image,
}: {
  title: string;
  description: string | undefined;
  url: string;
  canonical: string;
  image: string;
}) {
  return (
    <>
      <link rel="canonical" href={canonical} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteConfig.name} />
      <meta property="og:locale" content="fr_CA" />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={url} />
      <meta property="og:image" content={image} />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      {description && <meta name="twitter:description" content={description} />}
      <meta name="twitter:image" content={image} />
    </>
  );
}
