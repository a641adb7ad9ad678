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
