import { fold } from '../_shared/fold.ts';

/** Notices by which pages refuse commercial messages, folded. */
const notices = [
  /\b(?:aucune?|pas de|non a la|sans|stop a la) sollicitation/,
  /\bsollicitations? (?:\w+ ){0,3}(?:interdites?|refusees?|non desirees?|non autorisees?|prohibees?|pas acceptees?)/,
  /\b(?:ne pas|defense de|interdit de|interdiction de|priere de ne pas) (?:nous )?sollicit/,
  /\b(?:refus\w*|n acceptons|interdi\w+|declin\w+) (?:\w+ ){0,4}(?:sollicitations?|offres? de services? non sollicitees?|messages? (?:electroniques? )?commercia\w+|courriels? (?:publicitaires?|commercia\w+|promotionnels?))/,
  /\b(?:ne (?:desir|souhait|veu|voul|consen)\w+|pas consent\w*|ne sont pas autorise\w*|n autorise\w*) (?:\w+ ){0,8}(?:sollicitations?|messages? (?:electroniques? )?commercia\w+|courriels? (?:publicitaires?|commercia\w+|promotionnels?))/,
  /\bpas (?:de |d )(?:\w+ )?(?:courriels?|messages?|envois?|publicites?) (?:publicitaires?|commercia\w+|promotionnels?|non sollicites?)/,
  /\bno solicit\w*\b/,
  /\b(?:no|not|don t|doesn t) (?:\w+ ){0,4}unsolicited\b/,
  /\b(?:do not|don t) (?:wish to |want to )?(?:send|receive) (?:\w+ ){0,3}(?:unsolicited|commercial)/,
];

/** Every notice contains one of these stems; most sentences contain none, and need not be folded. */
const stems = /sol+icit|commercia|publicit|promotionnel/i;

/** Tells whether a page's text refuses solicitation: publication is then no consent. */
export function refusesSolicitation(text: string): boolean {
  // The text is read sentence by sentence, so that a match does not span two of them.
  return text.split(/[\n.;!?]/).some((sentence) => {
    if (!stems.test(sentence)) return false;
    const folded = fold(sentence);
    return notices.some((notice) => notice.test(folded));
  });
}
