import { siteConfig } from '@/lib/site-config';

/**
 * The document's title and description; React hoists them into the head.
 *
 * @param noIndex for pages that search engines must not keep
 */
export function Seo({
  title,
  description,
  noIndex = false,
}: {
  title?: string;
  description?: string;
  noIndex?: boolean;
}) {
  return (
    <>
      <title>{title ? `${title} | ${siteConfig.name}` : siteConfig.name}</title>
      {description && <meta name="description" content={description} />}
      {noIndex && <meta name="robots" content="noindex" />}
    </>
  );
}
