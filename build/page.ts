import type { RenderedPage } from '../src/site/entry-server.tsx';

const EMPTY_ROOT = '<div id="root"></div>';
const TEMPLATE_TITLE = /<title>[^<]*<\/title>/;
const STYLE_LINK = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/;

/** The style sheet that the template links to, as the site serves it. */
export function styleSheetOf(template: string): string | undefined {
  return STYLE_LINK.exec(template)?.[1];
}

/** The file that static hosts serve for an address without redirecting: `/services` is `services.html`. */
export function pageFile(path: string): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`;
}

/** What the browser should fetch before it finds out by itself. Addresses as the site serves them. */
export type Hints = {
  /** What a page needs of the style sheet (`pageStyles`): written into it, since the file comes after the scripts. */
  styles: (html: string) => string;
  /** Another origin that the page reads from; connecting to it takes several round trips. */
  api?: string | undefined;
};

/**
 * A whole document: the built template with the page's head, content and data.
 *
 * @param takenOver whether the browser's first rendering agrees with this content. The not-found page is answered for
 *   any address, one that only the database knows included: there the browser starts anew
 * @throws Error when the template is not the one this was written for
 */
export function assemblePage(template: string, page: RenderedPage, hints: Hints, takenOver = true): string {
  if (!template.includes(EMPTY_ROOT) || !TEMPLATE_TITLE.test(template)) {
    throw new Error('index.html has lost its empty root or its title.');
  }
  const connection = hints.api ? `<link rel="preconnect" href="${hints.api}" crossorigin>` : '';
  // « < » would let a text of the database close the script; JSON reads the escape as the same character.
  const state = page.state.replaceAll('<', '\\u003c');
  const data = takenOver ? `<script type="application/json" id="query-state">${state}</script>` : '';
  const style = `<style>${hints.styles(page.body)}</style>`;
  // Functions as replacements: « $& » and the like in a text stay what they are.
  return template
    .replace(TEMPLATE_TITLE, () => page.head + connection)
    .replace(STYLE_LINK, (link) => `${style}<noscript>${link}</noscript>`)
    .replace(EMPTY_ROOT, () => `<div id="root">${page.body}</div>${data}`);
}
