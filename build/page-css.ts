import { type AtRule, type ChildNode, parse, type Rule } from 'postcss';

/** What only fields have, and no element of a page names. */
const OF_FIELDS = /::(?:file-selector-button|placeholder|-webkit-)|:-moz-ui-invalid/;

/**
 * What a page must have for a selector to mean something to it: `nav .sm\:mt-4:hover` needs « nav » and « .sm:mt-4 ».
 * What stands in parentheses may be one choice of many, or what must not be there: its classes count, its elements do not.
 */
function namesOf(selector: string): string[] {
  const classes = Array.from(selector.matchAll(/\.((?:\\.|[\w-]|\P{ASCII})+)/gu), ([name]) =>
    name.replace(/\\(.)/g, '$1'),
  );
  let plain = selector.replace(/\\./g, '_').replace(/\[[^\]]*\]/g, '');
  for (let left = ''; left !== plain; ) {
    left = plain;
    plain = plain.replace(/\([^()]*\)/g, '');
  }
  const elements = Array.from(plain.matchAll(/(?<![\w.:#-])[a-z][\w-]*/g), ([name]) => name);
  return [...classes, ...elements, ...(OF_FIELDS.test(plain) ? ['input'] : [])];
}

/** Rules that hold rules; what is in the others belongs to them. */
const GROUP = /^(?:media|supports|layer|container)$/;

/** What a part of the style sheet gives to a page, by what the page has (`namesIn`). */
type Part = (used: ReadonlySet<string>) => string;

const joined = (parts: readonly Part[]): Part => {
  return (used) => parts.map((part) => part(used)).join('');
};

function ruleOf(rule: Rule): Part {
  const selectors = rule.selectors.map((text) => ({ text, names: namesOf(text) }));
  const block = rule.toString().slice(rule.selector.length);
  return (used) => {
    const kept = selectors.filter(({ names }) => names.every((name) => used.has(name)));
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
  const text = node.toString();
  if (node.type !== 'atrule' || !node.nodes) return () => `${text};`;
  return GROUP.test(node.name) ? groupOf(node) : () => text;
}

/** Names that a style speaks of, those of its properties and animations among them. */
const spokenIn = (styles: string): ReadonlySet<string> => new Set(styles.match(/[\w-]+/g));

const isDefinition = (node: ChildNode): node is AtRule =>
  node.type === 'atrule' && (node.name === 'property' || node.name === 'keyframes');

/** First values for browsers that do not know `@property`: Tailwind gives all that a site uses to every page. */
const isFirstValues = (node: ChildNode): node is AtRule =>
  node.type === 'atrule' && node.name === 'layer' && node.params === 'properties';

function firstValuesOf(layer: AtRule, spoken: ReadonlySet<string>): string {
  const own = layer.clone();
  let empty = true;
  own.walkDecls((declaration) => {
    if (spoken.has(declaration.prop)) empty = false;
    else declaration.remove();
  });
  return empty ? '' : own.toString();
}

/**
 * The style sheet that comes after the scripts. The faces are declared in each page: read once more, they would
 * have the whole of it laid out anew.
 */
export const withoutFaces = (css: string) => css.replace(/@font-face\{[^}]*\}/g, '');

/** Elements and classes of a page: « nav », « .sm:mt-4 ». */
function namesIn(html: string): ReadonlySet<string> {
  const elements = Array.from(html.matchAll(/<([a-z][\w-]*)/g), ([, name = '']) => name);
  const classes = Array.from(html.matchAll(/ class="([^"]*)"/g), ([, names = '']) =>
    names.replaceAll('&amp;', '&').replaceAll('&gt;', '>').replaceAll('&lt;', '<').split(/\s+/),
  );
  return new Set(['html', 'body', ...elements, ...classes.flat().map((name) => `.${name}`)]);
}

/**
 * What pages need of the style sheet to look as they should before a script runs: the rules of the elements and classes
 * that are in them, and of registered properties and animations those that these rules speak of.
 *
 * @param css as the bundler writes it, minified
 * @returns the styles of a page, by its HTML
 */
export function pageStyles(css: string): (html: string) => string {
  const { nodes } = parse(css);
  const firstValues = nodes.filter(isFirstValues);
  const definitions = nodes
    .filter(isDefinition)
    .map((node) => ({ name: node.params, text: node.toString() }));
  const sheet = joined(nodes.filter((node) => !isFirstValues(node) && !isDefinition(node)).map(partOf));
  return (html) => {
    const styles = sheet(namesIn(html));
    const spoken = spokenIn(styles);
    return [
      ...firstValues.map((layer) => firstValuesOf(layer, spoken)),
      styles,
      ...definitions.filter(({ name }) => spoken.has(name)).map(({ text }) => text),
    ].join('');
  };
}
