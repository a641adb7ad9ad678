/** Variables of a template, with their French labels. Specification, section 3. */
export const templateVariables = {
  nom: 'Nom',
  entreprise: 'Entreprise',
  ville: 'Ville',
  region: 'Région',
  email: 'Courriel',
  telephone: 'Téléphone',
} as const;

export type TemplateVariable = keyof typeof templateVariables;

/** Variables with a French article or preposition, with an example; a capital begins a sentence. */
export const templateForms = {
  'le entreprise': 'la Municipalité de Val-Serein',
  'de entreprise': 'de la Municipalité de Val-Serein',
  'à entreprise': 'à la Municipalité de Val-Serein',
  'de ville': 'de Val-Serein',
  'à ville': 'à Val-Serein',
} as const;

type TemplateForm = keyof typeof templateForms;

/**
 * A contact's values for the variables; `''` where unknown. The database computes the forms
 * (private.template_values), which knows the register.
 */
export type TemplateValues = Record<TemplateVariable, string> & Partial<Record<string, string>>;

/** The values of an unknown contact: every variable without a fallback is missing. */
export const noValues: TemplateValues = {
  nom: '',
  entreprise: '',
  ville: '',
  region: '',
  email: '',
  telephone: '',
};

/** Fixed values of a preview or a test without a chosen contact, at an address that reaches nobody. */
export const sampleContact: TemplateValues = {
  nom: 'Marie Tremblay',
  entreprise: 'Municipalité de Val-Serein',
  ville: 'Val-Serein',
  region: 'Capitale-Nationale',
  email: 'marie.tremblay@val-serein.example',
  telephone: '418 555-0142',
  ...templateForms,
  ...Object.fromEntries(
    Object.entries(templateForms).map(([name, words]) => [capitalise(name), capitalise(words)]),
  ),
};

function capitalise(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type TemplatePiece =
  | { kind: 'text'; text: string }
  | { kind: 'variable'; text: string; name: string; fallback: string | undefined };

/** Matches anything in braces, so that a mistyped variable is reported and not sent. */
const BRACES_PATTERN = /\{+[^{}\n]*\}+/gu;
/** Matches `{nom}`, `{nom|Madame, Monsieur}`, `{ nom | vous }` or `{de ville}`: letters, accented ones included. */
const VARIABLE = /^\{[ \u00a0\u202f]*((?:(?:[LlDd]e|[àÀ]) )?\p{L}+)[ \u00a0\u202f]*(?:\|([^{}\n]*))?\}$/u;

/** Names of the variables of other programs, and of those that are written by hand to be replaced. */
const VARIABLE_NAMES =
  'pr[ée]nom|nom(?: complet| de famille)?|entreprise|organisation|organisme|municipalit[ée]|ville|r[ée]gion|mrc|courriel|e-?mail|t[ée]l[ée]phone|fonction|titre|civilit[ée]|adresse|first ?name|last ?name|full ?name|fname|lname|name|company|city';
/** Matches a variable in the notation of another program. The database knows the same (private.template_fault). */
const FOREIGN_VARIABLE = new RegExp(
  `(?<![!\\[\\]])\\[(?:${VARIABLE_NAMES})\\](?![\\](])|%[\\p{L}_]{2,30}%|\\*\\|[^|\\n]{1,30}\\|\\*|<{1,2}(?:${VARIABLE_NAMES})>{1,2}|«(?:${VARIABLE_NAMES})»`,
  'giu',
);

const isKnown = (name: string): boolean =>
  Object.hasOwn(templateVariables, name) || isForm(name.charAt(0).toLowerCase() + name.slice(1));

const isForm = (name: string): name is TemplateForm => Object.hasOwn(templateForms, name);

/** Returns the base variable of a form: `ville` for `à ville`. */
const baseOf = (name: string) => name.replace(/^.* /, '') as TemplateVariable;

/** Tells whether a text uses a form with an article, which the database provides. */
export const usesForms = (...texts: string[]): boolean =>
  variablesOf(texts).some(({ name }) => isKnown(name) && name.includes(' '));

/** Splits a template at its braces. Anything else in braces counts as a variable of that name. */
function pieces(text: string): TemplatePiece[] {
  const found: TemplatePiece[] = [];
  let end = 0;
  for (const match of text.matchAll(BRACES_PATTERN)) {
    if (match.index > end) found.push({ kind: 'text', text: text.slice(end, match.index) });
    const [token] = match;
    const [, name = token, fallback] = VARIABLE.exec(token) ?? [];
    found.push({ kind: 'variable', text: token, name, fallback });
    end = match.index + token.length;
  }
  if (end < text.length) found.push({ kind: 'text', text: text.slice(end) });
  return found;
}

/** Tells whether a missing name leaves no gap: « Bonjour {nom}, » becomes « Bonjour, ». */
const leavesNoGap = (next: TemplatePiece | undefined) => next?.kind === 'text' && /^[,.;!?]/.test(next.text);

const variablesOf = (texts: readonly string[]) =>
  texts
    .flatMap(pieces)
    .filter((piece): piece is Extract<TemplatePiece, { kind: 'variable' }> => piece.kind === 'variable');

/**
 * Lists the names in single braces used in a subject and a body, each once, in order of appearance (specification,
 * section 5). Names that no contact can fill are included; `unknownVariables` tells those apart.
 */
export function usedVariables(...texts: string[]): string[] {
  const names = variablesOf(texts).map(({ name }) => (isKnown(name) ? baseOf(name) : name));
  return [...new Set(names.filter((name) => /^\p{L}+$/u.test(name)))];
}

/**
 * Lists the texts that are meant as a variable and are none, each once, as typed: in braces (`{prenom}`, `{{nom}}`), or as
 * other programs write them (`[nom]`, `%prenom%`, `*|FNAME|*`, `<<nom>>`).
 */
export function unknownVariables(...texts: string[]): string[] {
  const unknown = texts.flatMap(pieces).flatMap((piece) => {
    if (piece.kind === 'variable') return isKnown(piece.name) ? [] : [piece.text];
    return piece.text.match(FOREIGN_VARIABLE) ?? [];
  });
  return [...new Set(unknown)];
}

/** Describes the part of these texts that would be sent as typed instead of a value; undefined when there is none. */
export function templateFault(...texts: string[]): string | undefined {
  const literals = texts.flatMap(pieces).flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []));
  const found = (pattern: RegExp) => [...new Set(literals.flatMap((text) => text.match(pattern) ?? []))];
  const faults: [one: string, many: string, found: string[]][] = [
    ['Variable inconnue', 'Variables inconnues', unknownVariables(...texts)],
    ['Accolade ouverte', 'Accolades ouvertes', found(/\{[^\s{}]{0,30}/gu)],
    ['Accolade en trop', 'Accolades en trop', found(/[^\s{}]{0,30}\}/gu)],
  ];
  const told = faults.flatMap(([one, many, tokens]) =>
    tokens.length > 0 ? [`${tokens.length > 1 ? many : one}\u00a0: ${tokens.join(' ')}`] : [],
  );
  return told.length > 0 ? told.join('. ') : undefined;
}

/** Says which variables stand in a text that is sent as it is typed, known ones too; undefined: none. */
export function unfilledFault(text: string): string | undefined {
  const left = [...new Set(variablesOf([text]).map((piece) => piece.text))];
  const known = `${left.length > 1 ? 'Variables' : 'Variable'} à remplacer\u00a0: ${left.join(' ')}`;
  return templateFault(text) ?? (left.length > 0 ? known : undefined);
}

/** Lists the variables without a value of the contact that are used at least once without a fallback. */
export function missingVariables(values: TemplateValues, ...texts: string[]): TemplateVariable[] {
  const missing = texts.map(pieces).flatMap((all) =>
    all.flatMap((piece, index) => {
      if (piece.kind === 'text' || !isKnown(piece.name)) return [];
      const name = baseOf(piece.name);
      if (values[name].trim() || piece.fallback?.trim()) return [];
      // The greeting to an organisation without a known person is neutral.
      return name === 'nom' && leavesNoGap(all[index + 1]) ? [] : [name];
    }),
  );
  return [...new Set(missing)];
}

/**
 * Replaces a text's variables by a contact's values, else by their fallback, else by nothing and without the space
 * before a comma. One pass only: a company named « {email} » stays as it is. Unknown variables stay too; they are
 * refused earlier.
 */
export const fillTemplate = (text: string, values: TemplateValues): string =>
  fill(text, (name) => (values[name] ?? '').trim());

/**
 * Fills the body of a campaign so that a contact's value is never a mark, a list or a link. Word joiners keep it text
 * (`renderMessageBody`); no value may hold one itself.
 */
export const fillBody = (text: string, values: TemplateValues): string =>
  fill(text, (name) =>
    (values[name] ?? '')
      .trim()
      .replace(/(\*|:(?=\/\/)|\[|\]|^[-•(]|^[0-9](?=[0-9]?[.)]))/gu, `${LITERAL_MARK}$1`),
  );

/** Makes the following character literal, where it would be a mark. */
const LITERAL_MARK = '\u2060';

/** Appends the sender's signature to a body, once; the database does the same (private.signed_text). */
export function signedText(body: string, signature: string | undefined): string {
  const end = signature?.trim() ?? '';
  return end === '' || body.trim().endsWith(end) ? body : `${body.trim()}\n\n${end}`;
}

function fill(text: string, valueFor: (name: string) => string): string {
  const filled = (piece: TemplatePiece | undefined) => {
    if (!piece || piece.kind === 'text' || !isKnown(piece.name)) return piece?.text;
    return valueFor(piece.name) || (piece.fallback?.trim() ?? '');
  };
  return pieces(text)
    .map((piece, index, all) => {
      const next = all[index + 1];
      const isCut = piece.kind === 'text' && next?.kind === 'variable' && filled(next) === '';
      return isCut && leavesNoGap(all[index + 2]) ? piece.text.replace(/ +$/, '') : filled(piece);
    })
    .join('');
}

/** Fills a subject on one line: a line break there would add e-mail headers. */
export function fillSubject(text: string, values: TemplateValues): string {
  return fillTemplate(text, values)
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim();
}
