import { BUTTON, IMAGE, LINK, PREHEADER, TOUR_CARD } from '@message/message-marks.ts';
import {
  fillTemplate,
  missingVariables,
  noValues,
  type TemplateValues,
  templateFault,
  templateVariables,
} from '@message/template-text.ts';

/** A remark on a message; `isError`: it must not be sent like that. */
export type Remark = {
  field: 'subject' | 'body';
  text: string;
  isError: boolean;
  /** True when a field that checks its variables shows it too. */
  isOfVariables?: true;
};

/** Length above which phones cut a subject. */
const SUBJECT_SEEN = 60;

/** Values that every contact has (specification, section 5); the others may be missing. */
const alwaysFilled: TemplateValues = { ...noValues, entreprise: 'x', ville: 'x', region: 'x' };

/** Matches `](…)` with any target: links, buttons, pictures and tours, invalid ones too. */
const LINK_TARGET = /\]\(([^()\n]*(?:\([^()\n]*\)[^()\n]*)*)\)/gu;

const ARTICLE_BEFORE_COMPANY = /(?:\b(?:de|du|à|au|la|le|chez)\s|d[’'])\{\s*entreprise\s*[|}]/iu;
const COMPANY_WITHOUT_ARTICLE = /(?:\p{L}|,)\s+\{\s*entreprise\s*[|}]/u;
const ARTICLE_BEFORE_TOWN = /(?:\b(?:de|à)\s|d[’'])\{\s*ville\s*[|}]/iu;

/** Lists the remarks on a message before it is sent, errors first. */
export function lintMessage(subject: string, body: string): Remark[] {
  const found = [
    ...(['subject', 'body'] as const).flatMap((field) =>
      ofVariables(field, field === 'subject' ? subject : body),
    ),
    ...ofSubject(subject),
    ...ofAddresses(body),
    ...ofBlocks(body),
    ...ofLaw(body),
  ];
  return found.sort((a, b) => Number(b.isError) - Number(a.isError));
}

/** Tells whether an error keeps the message from being sent. */
export const hasErrors = (subject: string, body: string): boolean =>
  lintMessage(subject, body).some(({ isError }) => isError);

const error = (field: Remark['field'], text: string): Remark => ({ field, text, isError: true });
const adviceRemark = (field: Remark['field'], text: string): Remark => ({ field, text, isError: false });

function ofVariables(field: Remark['field'], text: string): Remark[] {
  const found: Remark[] = [];
  const fault = templateFault(text);
  if (fault) found.push({ ...error(field, `${fault}.`), isOfVariables: true });
  for (const name of missingVariables(alwaysFilled, text)) {
    found.push(
      adviceRemark(
        field,
        `Prévoyez un texte pour les contacts sans ${templateVariables[name].toLowerCase()}\u00a0: {${name}|…}.`,
      ),
    );
  }
  if (ARTICLE_BEFORE_COMPANY.test(text) || (field === 'body' && COMPANY_WITHOUT_ARTICLE.test(text))) {
    found.push(
      adviceRemark(
        field,
        'Devant {entreprise}, l’article manque\u00a0: {le entreprise} donne «\u00a0la Ville de…\u00a0», {de entreprise} «\u00a0de la Ville de…\u00a0», {à entreprise} «\u00a0à la Ville de…\u00a0».',
      ),
    );
  }
  if (ARTICLE_BEFORE_TOWN.test(text)) {
    found.push(
      adviceRemark(
        field,
        'Écrivez {de ville} et {à ville}\u00a0: «\u00a0d’Alma\u00a0», «\u00a0des Îles-de-la-Madeleine\u00a0», «\u00a0aux Îles-de-la-Madeleine\u00a0».',
      ),
    );
  }
  return found;
}

function ofSubject(subject: string): Remark[] {
  const { length } = fillTemplate(subject, {
    ...noValues,
    entreprise: 'Municipalité de X',
    ville: 'Saint-Xavier',
  });
  if (length <= SUBJECT_SEEN) return [];
  return [
    adviceRemark(
      'subject',
      `Sujet de ${length} caractères\u00a0: les téléphones le coupent vers 40, les ordinateurs vers ${SUBJECT_SEEN}.`,
    ),
  ];
}

function ofAddresses(body: string): Remark[] {
  const found: Remark[] = [];
  for (const [, written = ''] of body.matchAll(LINK_TARGET)) {
    const address = written.trim();
    if (/^http:\/\/(?!localhost|127\.0\.0\.1)/i.test(address)) {
      found.push(error('body', `Lien sans chiffrement\u00a0: ${address}. Commencez-le par https://.`));
    } else if (!isAddress(address)) {
      found.push(
        error(
          'body',
          `Lien à corriger\u00a0: ${address || 'adresse vide'}. Il faut une adresse https:// ou mailto:.`,
        ),
      );
    }
  }
  return found;
}

/** Checks an address with its variables filled: `mailto:{email}` is valid. */
function isAddress(written: string): boolean {
  const address = written.replace(/\{[^{}\n]*\}/g, 'a@b.ca');
  if (/^mailto:/i.test(address)) return /^mailto:[^\s@<>()"]+@[^\s@<>()"]+\.[^\s@<>()"]+$/i.test(address);
  return (
    /^https?:\/\/[^\s<>"]+$/i.test(address) &&
    URL.canParse(address) &&
    /[.:]|localhost/.test(new URL(address).host)
  );
}

function ofBlocks(body: string): Remark[] {
  return body.split('\n').flatMap((line, index) => {
    const written = line.trim();
    const alt = IMAGE.exec(written)?.[1] ?? TOUR_CARD.exec(written)?.[1];
    if (alt !== undefined) {
      return alt.trim()
        ? []
        : [error('body', 'Une image n’a pas de texte de remplacement\u00a0: dites ce qu’elle montre.')];
    }
    const isAlone = BUTTON.test(written);
    if (!isAlone && /!\[[^\]]*\]\(|\[\[[^\]]*\]\]\(/.test(written) && ofAddresses(written).length === 0) {
      return [error('body', 'Une image, un bouton ou une visite se met seul sur sa ligne.')];
    }
    if (PREHEADER.test(written) && body.slice(0, body.indexOf(line)).trim() !== '') {
      return [error('body', `Le texte d’aperçu (ligne ${index + 1}) se met sur la première ligne.`)];
    }
    return [];
  });
}

function ofLaw(body: string): Remark[] {
  if (!/désabonn|desabonn|unsubscribe/i.test(body.replace(LINK, '$1'))) return [];
  return [
    adviceRemark(
      'body',
      'Le lien «\u00a0Se désabonner\u00a0» est ajouté en clair sous chaque message\u00a0: n’en parlez pas ailleurs, un second lien ne marcherait pas.',
    ),
  ];
}
