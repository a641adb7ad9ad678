import { parseJson } from '../_shared/json.ts';

/** Largest number of objects and lists that are read in one script, and of members of one of them. */
const MOST_NODES = 5_000;
const MOST_MEMBERS = 500;

/** Reads the addresses and telephone numbers of a JSON-LD script; none for a text that is not JSON. */
export function readJsonLd(text: string): { emails: string[]; phones: string[] } {
  const found = { emails: [] as string[], phones: [] as string[] };
  const waiting: unknown[] = [parseJson(withoutCdata(text))];
  for (let budget = MOST_NODES; waiting.length > 0 && budget > 0; budget--) {
    const next = waiting.pop();
    if (Array.isArray(next)) waiting.push(...next.slice(0, MOST_MEMBERS));
    else if (typeof next === 'object' && next !== null) {
      for (const [key, inner] of Object.entries(next).slice(0, MOST_MEMBERS)) {
        if (key === 'email' && typeof inner === 'string') found.emails.push(inner.replace(/^mailto:/i, ''));
        else if (key === 'telephone' && typeof inner === 'string') found.phones.push(inner);
        else if (typeof inner === 'object') waiting.push(inner);
      }
    }
  }
  return found;
}

/** Removes CDATA marks, in which old pages wrap their scripts for XML. */
function withoutCdata(text: string): string {
  return text
    .trim()
    .replace(/^(?:\/\/)?<!\[CDATA\[/, '')
    .replace(/(?:\/\/)?\]\]>$/, '');
}
