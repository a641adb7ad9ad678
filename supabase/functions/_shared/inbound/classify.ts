/**
 * Classification of a message. `removal` is a request to be left alone, proposed to a person; `automatic`: no person
 * wrote it.
 */
export type MessageKind = 'reply' | 'absence' | 'bounce' | 'removal' | 'automatic';

export interface Classified {
  header: (name: string) => string;
  from: string;
  subject: string;
  /** The sender's text without the quotation. */
  body: string;
  /** True when it reports on the delivery of another message. */
  isReport: boolean;
}

/** Subjects that only programs write, in French and English, with and without « RE: ». */
const absentSubject =
  /^(?:(?:re|tr|fw|fwd)\s*:\s*)*\[?(?:réponse automatique|reponse automatique|réponse d['’]absence|message d['’]absence|avis d['’]absence|notification d['’]absence|absence\s*(?:du bureau|:)|absente?\s+du\s+bureau|hors du bureau|en vacances|congé de maternité|automatic reply|auto(?:matic|mated)?[- ]?(?:reply|response|reponse|réponse)|out of (?:the )?office|vacation|ooo\b|i am away)/iu;

/** First words of an absence notice, where no header tells. */
const absentWords =
  /je (?:suis|serai) (?:actuellement |présentement )?(?:absente?|en (?:vacances|congé|formation|déplacement)|à l['’]extérieur du bureau|hors du bureau)|(?:le |notre )?bureau (?:municipal )?(?:est|sera) fermé|i(?:['’]m| am| will be) (?:currently )?(?:out of (?:the )?office|away|on (?:vacation|leave|holiday))|thank you for your (?:message|e-?mail)\W{1,4}i (?:am|will)|merci (?:pour|de) votre (?:message|courriel)\W{1,4}je (?:suis|serai)/iu;
/**
 * Following words of an absence notice: a date or a replacement contact. Either pattern alone does not prove an
 * absence.
 */
const absentDetail =
  /de retour (?:le|au bureau|à compter)|mon retour|en mon absence|durant mon absence|pendant mon absence|pour toute (?:urgence|question urgente)|en cas d['’]urgence|accès limité|sans accès à mes courriels|jusqu['’]au \d|until|return(?:ing)? (?:on|to)|in my absence|limited access|for urgent|back (?:on|in the office)/iu;
/** Longest automatic notice. */
const LONGEST_ABSENCE = 1_200;

const listHeaders = ['list-id', 'list-unsubscribe', 'list-post', 'x-mailing-list', 'x-campaign-id', 'x-loop'];

/** Words by which people ask to be left alone; only their own text is searched. */
const removalWords = [
  /(?:retirez|enlevez|supprimez|ôtez|effacez|rayez|désabonnez|désinscrivez|desabonnez|desinscrivez)[- ](?:moi|nous)\b/iu,
  /(?:retire[rz]|enleve[rz]|supprime[rz]|efface[rz]|raye[rz]|désabonne[rz]|désinscri(?:re|vez)) (?:mon|notre|cette|mes|nos) (?:adresse|nom|courriel|coordonnées|e-?mail)/iu,
  /(?:\bme|\bnous|\bm['’])\s?(?:retirer|enlever|désabonner|désinscrire|supprimer|rayer)/iu,
  /(?:veuillez|merci de|prière de|svp) (?:bien )?(?:désabonner|désinscrire)/iu,
  /\bplus (?:rien )?recevoir|cessez de (?:m['’]|nous )|arrêtez (?:de (?:m['’]|nous )|vos (?:envois|courriels|messages))/iu,
  /\bn(?:e |['’])(?:m['’]|nous )(?:écrivez|envoyez|contactez|sollicitez) plus/iu,
  /\bunsubscribe|\bremove (?:me|us|my|our|this)\b|\btake (?:me|us|my) off|\bstop (?:sending|e-?mailing|contacting|writing)|\bopt[- ]?out\b/iu,
];
/** Matches a message that contains nothing but the request. */
const removalAlone =
  /^\W*(?:stop|désabonnement|desabonnement|désabonner|désinscription|désinscrire|désinscription svp|se désabonner|retrait|unsubscribe|remove|arrêt)(?:\W+(?:svp|merci|please|s['’]il vous pla[iî]t))?\W*$/iu;
/** Matches « Ne me retirez pas de votre liste », which means the contrary. */
const removalDenied =
  /(?:ne|n['’])\s?(?:me|nous|m['’])?\s?(?:veux|voulons|souhaite|souhaitons|retirez|enlevez|désabonnez|supprimez)\s(?:surtout )?pas|(?:do not|don['’]t) (?:unsubscribe|remove|take)/iu;
/** Length of the part that is searched; a request stands at the head of a message. */
const READ = 2_000;

/**
 * Classifies a message: first by the headers of automatic mail (RFC 3834), then by the words of people. In doubt it
 * is an answer, which somebody reads.
 */
export function classify({ header, from, subject, body, isReport }: Classified): MessageKind {
  if (isReport) return 'bounce';
  const submitted = header('auto-submitted').toLowerCase();
  const precedence = header('precedence').toLowerCase();
  const title = subject.trim().normalize('NFC').slice(0, 300);
  const text = body.normalize('NFC').slice(0, READ);
  const isAbsentSubject = absentSubject.test(title);
  const isProgram = submitted !== '' && !submitted.startsWith('no');
  if (
    isAbsentSubject ||
    submitted.startsWith('auto-replied') ||
    ['x-autoreply', 'x-autorespond', 'x-autoresponder'].some((name) => isYes(header(name))) ||
    /auto[_-]?reply/.test(precedence) ||
    ((isProgram || isBulk(precedence)) && absentWords.test(text)) ||
    (body.length <= LONGEST_ABSENCE && absentWords.test(text.slice(0, 300)) && absentDetail.test(text))
  ) {
    return 'absence';
  }
  const isList = listHeaders.some((name) => header(name) !== '');
  const isReceipt = /report-type="?(?:disposition-notification|feedback-report)/i.test(
    header('content-type'),
  );
  const isRobot = /^(?:no-?reply|ne-?pas-?repondre|mailer-daemon|postmaster|notifications?)[@+.-]/i.test(
    from,
  );
  if (isProgram || isBulk(precedence) || isList || isReceipt || isRobot) return 'automatic';
  return isRemoval(title, text) ? 'removal' : 'reply';
}

const isYes = (value: string) => value !== '' && !/^(?:no|false|0)$/i.test(value.trim());

const isBulk = (precedence: string) => /bulk|list|junk/.test(precedence);

function isRemoval(title: string, text: string): boolean {
  // Our own footer, copied by a program that marks no quotation.
  const own = text.replace(/https?:\/\/\S+/g, ' ').replace(/se désabonner\s*:/giu, ' ');
  if (removalDenied.test(own)) return false;
  const bare = title.replace(/^(?:(?:re|tr|fw|fwd)\s*:\s*)+/iu, '');
  const firstLine = own.trimStart().split('\n')[0] ?? '';
  return (
    removalWords.some((words) => words.test(own)) || removalAlone.test(bare) || removalAlone.test(firstLine)
  );
}
