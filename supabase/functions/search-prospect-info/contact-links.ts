import { fold, siteDomain } from '../_shared/fold.ts';

const strongWords = /\b(?:nous joindre|nous contacter|contactez|contact|coordonnees|joindre)\b/;
const weakWords =
  /\b(?:a propos|qui sommes nous|equipe|administration|mairie|hotel de ville|nous trouver|reservations?)\b/;

const MOST_LINKS = 2;

/** Lists the pages of the same site where contact details are likeliest, best first, at most two. */
export function contactPages(links: readonly { href: string; label: string }[], home: URL): URL[] {
  const scored = links.flatMap(({ href, label }) => {
    if (!URL.canParse(href, home.href)) return [];
    const url = new URL(href, home.href);
    url.hash = '';
    const isSameSite = /^https?:$/.test(url.protocol) && siteDomain(url.href) === siteDomain(home.href);
    if (!isSameSite || url.href === home.href || /\.(?:pdf|jpe?g|png|docx?|zip)$/i.test(url.pathname))
      return [];
    const [words, path] = [fold(label), fold(decodePath(url.pathname))];
    const points =
      (strongWords.test(words) ? 4 : 0) +
      (strongWords.test(path) ? 3 : 0) +
      (weakWords.test(words) || weakWords.test(path) ? 1 : 0);
    return points > 0 ? [{ url, points }] : [];
  });
  const byAddress = new Map<string, { url: URL; points: number }>();
  for (const entry of scored.sort((left, right) => right.points - left.points)) {
    if (!byAddress.has(entry.url.href)) byAddress.set(entry.url.href, entry);
  }
  return [...byAddress.values()].slice(0, MOST_LINKS).map(({ url }) => url);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
