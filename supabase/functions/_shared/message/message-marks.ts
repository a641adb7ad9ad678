/** Markup of a message as regular expressions, shared by the renderer and the validation. */

/** Matches `https://…`, with one level of brackets; http is accepted for localhost, which has no certificate. */
const WEB = String.raw`(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1)(?=[:\/]))(?:[^\s()<>"]|\([^\s()<>"]*\))+`;
const MAIL = String.raw`mailto:[^\s()<>"]+`;
const WORDS_PATTERN = String.raw`[^[\]\n]+`;

/** Matches `[texte](https://…)` or `[texte](mailto:…)` inside a line. */
export const LINK = new RegExp(String.raw`(?<![!\[])\[(${WORDS_PATTERN})\]\((${WEB}|${MAIL})\)`, 'gu');

/** Matches `[[Texte du bouton]](https://…)` alone on its line. */
export const BUTTON = new RegExp(String.raw`^\[\[(${WORDS_PATTERN})\]\]\((${WEB}|${MAIL})\)$`, 'u');

/** Matches `![Ce que montre l’image](https://…)` alone on its line. */
export const IMAGE = new RegExp(String.raw`^!\[([^[\]\n]*)\]\((${WEB})\)$`, 'u');

/**
 * Matches `[![Titre de la visite](image)](page)` alone on its line: a tour with its picture, its title and a button
 * to its page.
 */
export const TOUR_CARD = new RegExp(String.raw`^\[!\[([^[\]\n]*)\]\((${WEB})\)\]\((${WEB})\)$`, 'u');

/** Matches `[aperçu: …]` on the first line, the preview text that mailboxes show after the subject. */
export const PREHEADER = /^\[aperçu[ \u00a0\u202f]*:[ \u00a0\u202f]*([^[\]\n]*)\]$/iu;

export const BOLD = /\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*/gu;
export const ITALIC = /(?<![*\p{L}\p{N}])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![*\p{L}\p{N}])/gu;
export const BULLET = /^\s*[-•]\s+/u;
export const NUMBER = /^\s*([1-9]\d?)[.)]\s+/u;

/** Label of a tour card's button, as on the site (specification, section 2). */
export const EXPLORE_LABEL = 'Explorer la visite virtuelle';
