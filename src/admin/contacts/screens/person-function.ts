import { searchKey } from '@contract/search-key';
import { functionKinds } from '../data/contact-labels';

type FunctionKind = keyof typeof functionKinds;

/** Names of functions in lists, normalised by searchKey; the first match decides. */
const functionWords: readonly (readonly [FunctionKind, RegExp])[] = [
  [
    'direction-générale',
    /\bd\W?g\W?a?\b|\bdirect(?:eur|rice|ion)\W(?:\w+\W)?general|\bdir\W{1,2}gen|\bsecretaire\W+tresori|\b(?:city|general) manager\b|\bceo\b/,
  ],
  ['greffe', /\bgreff|\bclerk\b|\baffaires juridiques\b/],
  ['communications', /\bcommunications?\b|\bmarketing\b|\brelations (?:publiques|medias|avec les medias)\b/],
  ['loisirs', /\bloisirs?\b|\bsports?\b|\bculturel|\bculture\b|\bvie communautaire\b|\brecreation\b/],
  ['urbanisme', /\burbani|\bamenagement\b|\binspect(?:eur|rice)\b|\bpermis\b|\bplanning\b/],
  ['mairie', /\bmaire(?:sse)?\b|\bmairie\b|\bprefet(?:e)?\b|\bmayor\b|\bconseill(?:er|ere) municipale?\b/],
];

/** Words that say no more than the kind itself. */
const bareFunctions: Readonly<Record<string, FunctionKind>> = {
  dg: 'direction-générale',
  'd.g.': 'direction-générale',
  ...Object.fromEntries(
    Object.entries(functionKinds).flatMap(([kind, label]) =>
      [kind, label].map((word) => [searchKey(word), kind as FunctionKind]),
    ),
  ),
};

const TITLE_LENGTH = 100;

/**
 * Splits a « Fonction » into the kind, and the title where it says more. An unknown title is another function; an
 * overlong one becomes the rest.
 */
export function functionOf(text: string): { kind: FunctionKind | ''; title: string; rest: string } {
  const key = searchKey(text);
  if (!key) return { kind: '', title: '', rest: '' };
  const only = bareFunctions[key];
  if (only) return { kind: only, title: '', rest: '' };
  const [kind] = functionWords
    .map(([name, pattern]) => [name, key.search(pattern)] as const)
    .filter(([, at]) => at >= 0)
    .sort(([, a], [, b]) => a - b)[0] ?? ['autre' as const];
  return text.length > TITLE_LENGTH ? { kind, title: '', rest: text } : { kind, title: text, rest: '' };
}

/**
 * Combines the two columns of a list such as our own export: one gives the kind and the other the title; of two
 * titles the second is kept, and the first is the rest.
 */
export function functionOfTwo(kindCell: string, title: string): ReturnType<typeof functionOf> {
  const { kind, ...parsed } = functionOf(kindCell);
  if (!title) return { kind, ...parsed };
  if (title.length > TITLE_LENGTH) return { kind, title: parsed.title, rest: title };
  return { kind, title, rest: parsed.title === title ? parsed.rest : parsed.title || parsed.rest };
}

/**
 * Tells whether a cell of such a column means something else: « Poste » may be a telephone extension, and « Titre » M.
 * or Mme.
 */
export const isNoFunction = (cell: string): boolean =>
  /^(?:\W*(?:poste|p\.?|ext\.?|#)?\W*\d+|m|mr|mrs|ms|mme|mlle|mx|monsieur|madame|mademoiselle|dre?|me)\W*$/i.test(
    cell.trim(),
  );
