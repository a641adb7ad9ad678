import { type AtRule, type ChildNode, parse, type Rule } from 'postcss';

/** The classes that a selector names: `.sm\:mt-4:hover` needs « sm:mt-4 ». */
const classesOf = (selector: string) =>
  Array.from(selector.matchAll(/\.((?:\\.|[\w-]|\P{ASCII})+)/gu), ([, name = '']) =>
    name.replace(/\\(.)/g, '$1'),
  );

/** Rules that hold rules; what is in the others belongs to them. */
const GROUP = /^(?:media|supports|layer|container)$/;

/** What a part of the style sheet gives to a page, by the page's classes. */
type Part = (used: ReadonlySet<string>) => string;

const joined = (parts: readonly Part[]): Part => {
  return (used) => parts.map((part) => part(used)).join('');
};

function ruleOf(rule: Rule): Part {
  const selectors = rule.selectors.map((text) => ({ text, classes: classesOf(text) }));
  const block = rule.toString().slice(rule.selector.length);
  return (used) => {
    const kept = selectors.filter(({ classes }) => classes.every((name) => used.has(name)));
    return kept.length > 0 ? kept.map(({ text }) => text).join(',') + block : '';
  };
}

function groupOf(group: AtRule): Part {
  const inside = joined(group.nodes?.map(partOf) ?? []);
  const head = `@${group.name}${group.raws.afterName ?? ' '}${group.params}`;
  return (used) => {
    const kept = inside(used);
    return kept && `${head}{${kept}}`;
  };
}

function partOf(node: ChildNode): Part {
  if (node.type === 'comment') return () => '';
  if (node.type === 'rule') return ruleOf(node);
  if (node.type === 'atrule' && node.nodes && GROUP.test(node.name)) return groupOf(node);
  const text = node.type === 'atrule' && node.nodes ? node.toString() : `${node.toString()};`;
  return () => text;
}

/** Registered properties and animations that nothing else in the style sheet speaks of go. */
const withoutUnused = (css: string) =>
  css.replace(/@(property|keyframes) ([\w-]+)\{(?:[^{}]|\{[^{}]*\})*\}/g, (rule, _kind, name: string) =>
    css.match(new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'g'))?.[1] ? rule : '',
  );

/**
 * The style sheet that comes after the scripts. The faces that stand in for ours are in each page: read once more, they
 * would have the whole of it laid out anew.
 */
export const withoutFaces = (css: string) => css.replace(/@font-face\{[^}]*\}/g, '');

/**
 * What pages need of the style sheet to look as they should before a script runs: the rules of the classes that are in
 * them.
 *
 * @param css as the bundler writes it, minified
 * @returns the styles of a page, by its HTML
 */
export function pageStyles(css: string): (html: string) => string {
  const sheet = joined(parse(css).nodes.map(partOf));
  return (html) => {
    const used = Array.from(html.matchAll(/ class="([^"]*)"/g), ([, names = '']) =>
      names.replaceAll('&amp;', '&').replaceAll('&gt;', '>').replaceAll('&lt;', '<').split(/\s+/),
    );
    return withoutUnused(sheet(new Set(used.flat())));
  };
}
