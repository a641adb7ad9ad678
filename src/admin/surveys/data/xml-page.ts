/** Reasons for which a text is not read as XML: it defines entities, or is no XML. */
export type XmlFault = 'definitions' | 'broken';

/** Parses a text as XML. Entities may unfold into gigabytes, and no receiver or map writes any: they are refused before. */
export function parseXml(text: string): Document | XmlFault {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) return 'definitions';
  const page = new DOMParser().parseFromString(text, 'application/xml');
  return page.getElementsByTagName('parsererror').length > 0 ? 'broken' : page;
}
