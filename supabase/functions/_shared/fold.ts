import { searchKey } from './contract/search-key.ts';

/** Text prepared for comparison as by `searchKey`, and without punctuation. */
export const fold = (text: string): string =>
  searchKey(text)
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();

/** The domain of a site without « www. », or undefined when the address is no http address. */
export function siteDomain(address: string | null | undefined): string | undefined {
  if (!address || !/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  return new URL(address).hostname.replace(/^www\./, '').replace(/\.$/, '') || undefined;
}
