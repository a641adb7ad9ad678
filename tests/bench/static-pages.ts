import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const STYLE = '<style>body{font:16px/1.6 Arial,sans-serif;margin:1rem}img{width:100%;height:auto}</style>';

/** Returns the text and structure of a built page, without scripts, style sheets, fonts or ornaments. */
function pageWords(html: string): string {
  const body = /<div id="root">([\s\S]*)<\/div><script type="application\/json"/.exec(html)?.[1] ?? '';
  return body
    .replace(/<(script|svg|picture|dialog)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<(?:img|link)\b[^>]*>/g, '')
    .replace(/ (?:class|style)="[^"]*"/g, '');
}

const documentOf = (content: string) =>
  `<!doctype html><html lang="fr-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Page statique</title>${STYLE}</head><body>${content}</body></html>`;

/**
 * Writes reference pages beside the built site, with the same text, one also with the same first picture: the fastest
 * that such a page can be.
 */
export function writeStaticPages(folder: string): void {
  const home = readFileSync(join(folder, 'index.html'), 'utf8');
  const picture = /<picture>[\s\S]*?<\/picture>/.exec(home)?.[0];
  if (!picture) throw new Error('The home page has lost its picture.');
  const portfolio = readFileSync(join(folder, 'realisations.html'), 'utf8');
  if (pageWords(home).length < 2000 || pageWords(portfolio).length < 2000)
    throw new Error('The pages have lost their words.');
  writeFileSync(join(folder, 'static-words.html'), documentOf(pageWords(home)));
  writeFileSync(join(folder, 'static-hero.html'), documentOf(picture + pageWords(home)));
  writeFileSync(join(folder, 'static-portfolio.html'), documentOf(pageWords(portfolio)));
}
