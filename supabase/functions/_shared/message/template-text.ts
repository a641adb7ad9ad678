/** The variables that a template may use, with what a person calls them. Specification, section 3. */
export const templateVariables = {
  nom: 'Nom',
  entreprise: 'Entreprise',
  ville: 'Ville',
  region: 'Région',
  email: 'Courriel',
  telephone: 'Téléphone',
} as const;

export type TemplateVariable = keyof typeof templateVariables;

/** The same with the article or the preposition that French wants before them, with an example; a capital begins a sentence. */
export const templateForms = {
  'le entreprise': 'la Municipalité de Val-Serein',
  'de entreprise': 'de la Municipalité de Val-Serein',
  'à entreprise': 'à la Municipalité de Val-Serein',
  'de ville': 'de Val-Serein',
  'à ville': 'à Val-Serein',
} as const;

type TemplateForm = keyof typeof templateForms;

/**
 * What a contact gives for each variable; `''` where it has nothing. The forms are the database's (private.template_values),
 * which knows the register.
 */
export type TemplateValues = Record<TemplateVariable, string> & Partial<Record<string, string>>;

/** Of a contact about whom nothing is known: every variable without a fallback is missing. */
export const noValues: TemplateValues = {
  nom: '',
  entreprise: '',
  ville: '',
  region: '',
  email: '',
  telephone: '',
};

/** Whom a preview or a test writes about when no contact is chosen: fixed values, at an address that reaches nobody. */
export const sampleContact: TemplateValues = {
  nom: 'Marie Tremblay',
  entreprise: 'Municipalité de Val-Serein',
  ville: 'Val-Serein',
  region: 'Capitale-Nationale',
  email: 'marie.tremblay@val-serein.example',
  telephone: '418 555-0142',
  ...templateForms,
  ...Object.fromEntries(
    Object.entries(templateForms).map(([name, words]) => [capitalised(name), capitalised(words)]),
  ),
};

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'variable'; text: string; name: string; fallback: string | undefined };

/** Anything in braces, so that a mistyped variable is seen and not sent as it stands. */
const BRACES = /\{+[^{}\n]*\}+/gu;
/** `{nom}`, `{nom|Madame, Monsieur}`, `{ nom | vous }` or `{de ville}`: letters, accented ones included. */
const VARIABLE = /^\{[ \u00a0\u202f]*((?:(?:[LlDd]e|[àÀ]) )?\p{L}+)[ \u00a0\u202f]*(?:\|([^{}\n]*))?\}$/u;

const isKnown = (name: string): boolean =>
  Object.hasOwn(templateVariables, name) || isForm(name.charAt(0).toLowerCase() + name.slice(1));

const isForm = (name: string): name is TemplateForm => Object.hasOwn(templateForms, name);

/** `ville` of `à ville`. */
const baseOf = (name: string) => name.replace(/^.* /, '') as TemplateVariable;

/** Whether a text asks for a name with its article, which the database gives. */
export const usesForms = (...texts: string[]): boolean =>
  variablesOf(texts).some(({ name }) => isKnown(name) && name.includes(' '));

/** A template cut at its braces. What is in braces without being a variable is a variable of that strange name. */
function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(BRACES)) {
    if (match.index > end) found.push({ kind: 'text', text: text.slice(end, match.index) });
    const [token] = match;
    const [, name = token, fallback] = VARIABLE.exec(token) ?? [];
    found.push({ kind: 'variable', text: token, name, fallback });
    end = match.index + token.length;
  }
  if (end < text.length) found.push({ kind: 'text', text: text.slice(end) });
  return found;
}

/** Whether a name that is not known leaves no gap: « Bonjour {nom}, » becomes « Bonjour, ». */
const leavesNoGap = (next: Piece | undefined) => next?.kind === 'text' && /^[,.;!?]/.test(next.text);

const variablesOf = (texts: readonly string[]) =>
  texts
    .flatMap(pieces)
    .filter((piece): piece is Extract<Piece, { kind: 'variable' }> => piece.kind === 'variable');

/**
 * The names in single braces used in a subject and a body, each once, in order of appearance (specification,
 * section 5). Names that no contact can fill are among them; `unknownVariables` tells those apart.
 */
export function usedVariables(...texts: string[]): string[] {
  const names = variablesOf(texts).map(({ name }) => (isKnown(name) ? baseOf(name) : name));
  return [...new Set(names.filter((name) => /^\p{L}+$/u.test(name)))];
}

/** What is in braces and is no variable that can be filled (`{prenom}`, `{{nom}}`), each once, as typed. */
export function unknownVariables(...texts: string[]): string[] {
  return [
    ...new Set(
      variablesOf(texts)
        .filter(({ name }) => !isKnown(name))
        .map(({ text }) => text),
    ),
  ];
}

/** The variables used at least once without a fallback, for which a contact has no value. */
export function missingVariables(values: TemplateValues, ...texts: string[]): TemplateVariable[] {
  const missing = texts.map(pieces).flatMap((all) =>
    all.flatMap((piece, index) => {
      if (piece.kind === 'text' || !isKnown(piece.name)) return [];
      const name = baseOf(piece.name);
      if (values[name].trim() || piece.fallback?.trim()) return [];
      // Of an organisation where nobody is known the greeting is neutral.
      return name === 'nom' && leavesNoGap(all[index + 1]) ? [] : [name];
    }),
  );
  return [...new Set(missing)];
}

/**
 * A text with its variables replaced by a contact's values, else by their fallback, else by nothing, and then without the
 * space before a comma. Once only: a company named « {email} » stays as it is. Unknown variables stay too; they are to be
 * refused before.
 */
export const fillTemplate = (text: string, values: TemplateValues): string =>
  fill(text, (name) => (values[name] ?? '').trim());

/**
 * The same for the body of a campaign: what comes from a contact is never a mark, a list or a link, whatever it holds.
 * Word joiners keep it text (`renderMessageBody`); no value may hold one itself.
 */
export const fillBody = (text: string, values: TemplateValues): string =>
  fill(text, (name) =>
    (values[name] ?? '').trim().replace(/(\*|:(?=\/\/)|\[|\]|^[-•(]|^[0-9](?=[0-9]?[.)]))/gu, `${LITERAL}$1`),
  );

/** Before a character that would be a mark: it is text. */
const LITERAL = '\u2060';

/** A body with the signature of its sender, once; the database does the same (private.signed_text). */
export function signedText(body: string, signature: string | undefined): string {
  const end = signature?.trim() ?? '';
  return end === '' || body.trim().endsWith(end) ? body : `${body.trim()}\n\n${end}`;
}

function fill(text: string, valueFor: (name: string) => string): string {
  const filled = (piece: Piece | undefined) => {
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

/** A subject with its variables replaced, on one line: a line break there would add e-mail headers. */
export function fillSubject(text: string, values: TemplateValues): string {
  return fillTemplate(text, values)
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim();
}
