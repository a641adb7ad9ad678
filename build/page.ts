import type { RenderedPage } from '../src/entry-server.tsx';

const EMPTY_ROOT = '<div id="root"></div>';
const TEMPLATE_TITLE = /<title>[^<]*<\/title>/;

/** The file that static hosts serve for an address without redirecting: `/services` is `services.html`. */
export function pageFile(path: string): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`;
}

/**
 * A whole document: the built template with the page's head, content and data.
 *
 * @param chunks addresses of scripts that the page needs beside the entry
 * @throws Error when the template is not the one this was written for
 */
export function assemblePage(template: string, page: RenderedPage, chunks: readonly string[]): string {
  if (!template.includes(EMPTY_ROOT) || !TEMPLATE_TITLE.test(template)) {
    throw new Error('index.html has lost its empty root or its title.');
  }
  const preloads = chunks.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`).join('');
  // « < » would let a text of the database close the script; JSON reads the escape as the same character.
  const state = page.state.replaceAll('<', '\\u003c');
  // Functions as replacements: « $& » and the like in a text stay what they are.
  return template
    .replace(TEMPLATE_TITLE, () => page.head + preloads)
    .replace(
      EMPTY_ROOT,
      () =>
        `<div id="root">${page.body}</div><script type="application/json" id="query-state">${state}</script>`,
    );
}
