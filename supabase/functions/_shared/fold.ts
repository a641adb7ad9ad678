import { searchKey } from './contract/search-key.ts';

/** Normalises a text for comparison like `searchKey`, without punctuation. */
export const fold = (text: string): string =>
  searchKey(text)
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();

/** Returns the domain of a site without « www. »; undefined when the address is not http. */
export function siteDomain(address: string | null | undefined): string | undefined {
  if (!address || !/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  return new URL(address).hostname.replace(/^www\./, '').replace(/\.$/, '') || undefined;
}
