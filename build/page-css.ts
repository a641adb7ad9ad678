/** A block of a style sheet: what stands before its braces, and what is inside; a statement has no inside. */
type Block = { head: string; inside?: string };

/** The blocks of a minified style sheet, one level deep. Braces in strings do not count. */
function blocksOf(css: string): Block[] {
  const blocks: Block[] = [];
  let depth = 0;
  let from = 0;
  let opened = 0;
  for (const { 0: mark, index } of css.matchAll(/"(?:[^"\\]|\\.)*"|\/\*[\s\S]*?\*\/|[{};]/g)) {
    if (mark === '{' && depth++ === 0) opened = index;
    else if (mark === '}' && --depth === 0) {
      blocks.push({ head: css.slice(from, opened).trim(), inside: css.slice(opened + 1, index) });
      from = index + 1;
    } else if (mark === ';' && depth === 0) {
      blocks.push({ head: css.slice(from, index).trim() });
      from = index + 1;
    }
  }
  return blocks;
}

/** The classes that a selector names: `.sm\:mt-4:hover` needs « sm:mt-4 ». */
const classesOf = (selector: string) =>
  Array.from(selector.matchAll(/\.((?:\\.|[\w-]|\P{ASCII})+)/gu), ([, name = '']) =>
    name.replace(/\\(.)/g, '$1'),
  );

/** Rules that hold rules; what is in the others belongs to them. */
const GROUP = /^@(?:media|supports|layer|container)\b/;

/**
 * The style sheet that comes after the scripts. The faces that stand in for ours are in each page: read once more, they
 * would have the whole of it laid out anew.
 */
export const withoutFaces = (css: string) => css.replace(/@font-face\{[^}]*\}/g, '');

/**
 * What a page needs of the style sheet to look as it should before a script runs: the rules of the classes that are in
 * it.
 *
 * @param css as the bundler writes it, minified
 */
export function cssOfPage(css: string, html: string): string {
  const used = new Set(
    Array.from(html.matchAll(/ class="([^"]*)"/g), ([, names = '']) =>
      names.replaceAll('&amp;', '&').replaceAll('&gt;', '>').replaceAll('&lt;', '<').split(/\s+/),
    ).flat(),
  );
  const isUsed = (selector: string) => classesOf(selector).every((name) => used.has(name));

  const keep = (sheet: string): string =>
    blocksOf(sheet)
      .map(({ head, inside }) => {
        if (inside === undefined) return `${head};`;
        if (GROUP.test(head)) {
          const kept = keep(inside);
          return kept && `${head}{${kept}}`;
        }
        if (head.startsWith('@')) return `${head}{${inside}}`;
        // A comma inside `:is(…)` does not separate selectors.
        const selectors = head.split(/,(?![^(]*\))/).filter(isUsed);
        return selectors.length > 0 ? `${selectors.join(',')}{${inside}}` : '';
      })
      .join('');

  const kept = keep(css.replace(/\/\*[\s\S]*?\*\//g, ''));
  // Registered properties and animations that nothing left speaks of.
  return kept.replace(
    /@(property|keyframes) ([\w-]+)\{(?:[^{}]|\{[^{}]*\})*\}/g,
    (rule, _kind, name: string) =>
      kept.match(new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'g'))?.[1] ? rule : '',
  );
}
