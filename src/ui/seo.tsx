import { siteConfig } from '@/lib/site-config';

/**
 * The document's title and description; React hoists them into the head.
 *
 * @param image the picture of a shared link, on this site or elsewhere
 * @param noIndex for pages that search engines must not keep
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
  return (
    <>
      <title>{title ? `${title} | ${siteConfig.name}` : siteConfig.name}</title>
      {description && <meta name="description" content={description} />}
      {image && <meta property="og:image" content={new URL(image, siteConfig.url).href} />}
      {noIndex && <meta name="robots" content="noindex" />}
    </>
  );
}
