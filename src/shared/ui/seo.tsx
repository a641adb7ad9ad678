import { useLocation } from 'react-router-dom';
import { siteConfig } from '@/shared/lib/site-config';

/** What a shared link shows when its page has no picture of its own. */
const SHARE_IMAGE = '/images/hero-fjord-1600.jpg';

/** An address of this site, or one elsewhere, as others must be given it: absolute. */
export function absoluteUrl(address: string): string {
  const { href } = new URL(URL.canParse(address, siteConfig.url) ? address : '/', siteConfig.url);
  return href;
}

/** The address that search engines keep for a page: without query, fragment or closing slash. */
function canonicalUrl(pathname: string): string {
  return siteConfig.url + (pathname === '/' ? '/' : pathname.replace(/\/+$/, ''));
}

/**
 * What search engines and shared links read of a page; React hoists it into the head.
 *
 * @param title without the studio's name, which is added
 * @param image the picture of a shared link, on this site or elsewhere; the fjord of the home page without it
 * @param noIndex for pages that search engines must not keep: they have no canonical address and are not shared
 */
export function Seo({
  title,
  description,
  image,
  noIndex = false,
}: {
  title?: string;
  description?: string;
  image?: string | null;
  noIndex?: boolean;
}) {
  const { pathname } = useLocation();
  const fullTitle = title ? `${title} | ${siteConfig.name}` : siteConfig.name;
  return (
    <>
      <title>{fullTitle}</title>
      {description && <meta name="description" content={description} />}
      {noIndex ? (
        <meta name="robots" content="noindex" />
      ) : (
        <Sharing
          title={fullTitle}
          description={description}
          url={canonicalUrl(pathname)}
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
  image,
}: {
  title: string;
  description: string | undefined;
  url: string;
  image: string;
}) {
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteConfig.name} />
      <meta property="og:locale" content="fr_CA" />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={url} />
      <meta property="og:image" content={image} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      {description && <meta name="twitter:description" content={description} />}
      <meta name="twitter:image" content={image} />
    </>
  );
}
