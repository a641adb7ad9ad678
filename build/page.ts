import type { Manifest } from 'vite';
import type { RenderedPage } from '../src/site/entry-server.tsx';

const EMPTY_ROOT = '<div id="root"></div>';
const TITLE = /<title>[^<]*<\/title>/;
const STYLE_LINK = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/;
const ENTRY_SCRIPT = /<script type="module"[^>]*><\/script>/;
const BODY_END = '</body>';

/** Finds the style sheet that a built page links to, as the site serves it. */
export function styleSheetOf(template: string): string | undefined {
  return STYLE_LINK.exec(template)?.[1];
}

/** The file that static hosts serve for an address without redirecting: `/services` is `services.html`. */
export function pageFile(path: string): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`;
}

/** Lists the script of a lazily loaded module and its imports, as the site serves them; none for an unknown module. */
export function scriptsOf(manifest: Manifest, source: string, seen = new Set<string>()): string[] {
  const chunk = manifest[source];
  if (!chunk || seen.has(source)) return [];
  seen.add(source);
  const imported = chunk.imports?.flatMap((next) => scriptsOf(manifest, next, seen)) ?? [];
  return [`/${chunk.file}`, ...imported];
}

/**
 * Puts the page's scripts at its end, with preloads for those that it does not name already: in its head, they would be
 * sent in turns with the words and the styles, which are what one waits for.
 *
 * @param rest address of the script that adds them, once there is time: they wait in a template
 * @throws Error when the page has no entry
 */
export function withPreloads(html: string, scripts: readonly string[], rest?: string): string {
  const entry = ENTRY_SCRIPT.exec(html)?.[0];
  if (!entry || !html.includes(BODY_END)) throw new Error('The page has lost its entry.');
  const links = scripts
    .filter((href) => !html.includes(`"${href}"`))
    .map((href) => `<link rel="modulepreload" crossorigin href="${href}">`);
  const all = links.join('') + entry;
  return html.replace(entry, '').replace(BODY_END, (rest ? withRest(all, rest) : all) + BODY_END);
}

/** Keeps scripts in a template, for the script at this address to add them. */
const withRest = (scripts: string, rest: string) =>
  `<template id="suite">${scripts}</template><script type="module" crossorigin src="${rest}"></script>`;

/** Resources of a prerendered page, by the addresses that the site serves. */
export type Extras = {
  /** The style sheet, inlined: a link would delay the first paint by a round trip. */
  styles: string;
  /** Scripts beside the entry that the page needs. */
  scripts: readonly string[];
  /** Another origin from which the page reads; connecting to it takes several round trips. */
  api?: string | undefined;
  /**
   * Parts of a page that begins with a sphere: the picture shown before its styles have come, the script in the page that
   * begins the visit, and the address of the script that adds the others.
   */
  first?: { picture: string; begin: string; rest: string } | undefined;
};

/**
 * Assembles a document: the built template with the page's head, styles, content and data.
 *
 * @param hydrated true when the browser's first rendering agrees with this content. The not-found page answers for
 *   any address, including those that only the database knows: there the browser renders from scratch
 * @throws Error when the template is not the expected one
 */
export function assemblePage(
  template: string,
  page: RenderedPage,
  { styles, scripts, api, first }: Extras,
  hydrated = true,
): string {
  if (!template.includes(EMPTY_ROOT) || !TITLE.test(template)) {
    throw new Error('index.html has lost its empty root or its title.');
  }
  const connection = api ? `<link rel="preconnect" href="${api}" crossorigin>` : '';
  // « < » would let a text of the database close the script; JSON reads the escape as the same character.
  const state = page.state.replaceAll('<', '\\u003c');
  const data = hydrated ? `<script type="application/json" id="query-state">${state}</script>` : '';
  const begin = first ? `<script>${first.begin}</script>` : '';
  const style = `<style>${styles}</style>`;
  // The styles of a site take longer to read than a picture to paint.
  const root = `${first ? first.picture + style : ''}<div id="root">${page.body}</div>${begin}${data}`;
  // Replacement functions, because « $& » and the like in a text would be interpreted.
  return withPreloads(template, scripts, first?.rest)
    .replace(TITLE, () => page.head + connection)
    .replace(STYLE_LINK, () => (first ? '' : style))
    .replace(EMPTY_ROOT, () => root);
}

/**
 * Returns files of a build whose static imports lead back to the first, if there are any: some of their modules run before
 * what they need, and only in the built site.
 */
export function importCircle(manifest: Manifest): string[] | undefined {
  const done = new Set<string>();
  const walk = (name: string, way: readonly string[]): string[] | undefined => {
    const before = way.indexOf(name);
    if (before >= 0) return way.slice(before).map((one) => manifest[one]?.file ?? one);
    if (done.has(name)) return undefined;
    for (const next of manifest[name]?.imports ?? []) {
      const circle = walk(next, [...way, name]);
      if (circle) return circle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of Object.keys(manifest)) {
    const circle = walk(name, []);
    if (circle) return circle;
  }
  return undefined;
}
