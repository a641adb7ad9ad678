import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const STYLE = '<style>body{font:16px/1.6 Arial,sans-serif;margin:1rem}img{width:100%;height:auto}</style>';

/** The words of a built page and their structure: no script, no style sheet, no font, no ornament. */
function words(html: string): string {
  const body = /<div id="root">([\s\S]*)<\/div><script type="application\/json"/.exec(html)?.[1] ?? '';
  return body
    .replace(/<(script|svg|picture|dialog)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<(?:img|link)\b[^>]*>/g, '')
    .replace(/ (?:class|style)="[^"]*"/g, '');
}

const documentOf = (content: string) =>
  `<!doctype html><html lang="fr-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Page statique</title>${STYLE}</head><body>${content}</body></html>`;

/**
 * Writes beside the built site the pages that it is compared with: the same words, and the same words under the same
 * first picture, as fast as a page can be.
 */
export function writeStaticPages(folder: string): void {
  const home = readFileSync(join(folder, 'index.html'), 'utf8');
  const picture = /<picture>[\s\S]*?<\/picture>/.exec(home)?.[0];
  if (!picture) throw new Error('The home page has lost its picture.');
  const portfolio = readFileSync(join(folder, 'realisations.html'), 'utf8');
  if (words(home).length < 2000 || words(portfolio).length < 2000)
    throw new Error('The pages have lost their words.');
  writeFileSync(join(folder, 'static-words.html'), documentOf(words(home)));
  writeFileSync(join(folder, 'static-hero.html'), documentOf(picture + words(home)));
  writeFileSync(join(folder, 'static-portfolio.html'), documentOf(words(portfolio)));
}
