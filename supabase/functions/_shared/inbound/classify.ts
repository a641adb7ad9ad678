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
  /** True when it quotes another message, as the programs of people do. */
  isQuoting: boolean;
  /** Names of the attached files. */
  files: readonly string[];
  /** True when it reports on the delivery of another message. */
  isReport: boolean;
}

/** First sign of an absence: a subject that programs write, in French and English, with and without « RE: ». */
const absentSubject =
  /^(?:(?:re|ré|tr|fw|fwd)\s*:\s*)*\[?(?:r[ée]ponse automatique|(?:réponse|message|avis|notification) d['’]absence|absence(?: du bureau)?|absente?\s+du\s+bureau|hors du bureau|en vacances|congé de maternité|auto(?:matic|mated)?[- ]?(?:reply|response|r[ée]ponse)|out of (?:the )?office|vacation|ooo|i am away)(?=\W*$|\s*[:\](–—-]|\s(?:reply|response|message|until|from|du|jusqu))/iu;

/** Second sign: the first words of an absence notice. */
const absentWords =
  /\bje (?:suis|serai) (?:actuellement |présentement )?(?:absente?|en (?:vacances|congé|formation|déplacement)|à l['’]extérieur du bureau|hors du bureau)|(?:le |nos? |notre )?bureaux? (?:municipal |municipaux )?(?:est|sera|sont|seront) fermés?|\bi(?:['’]m| am| will be) (?:currently )?(?:out of (?:the )?office|away|on (?:vacation|leave|holiday))|\bour offices? (?:is|are|will be) closed/iu;

/** Third sign: the day of a return, or who answers meanwhile. */
const absentDetail =
  /\bde retour (?:le|au bureau|à compter|à partir)|\bmon retour|(?:en|durant|pendant) mon absence|pour toute (?:urgence|question urgente)|en cas d['’]urgence|accès limité|sans accès à mes courriels|return(?:ing)? on|\bin my absence|limited access|for urgent|\bback (?:on|in the office)/iu;
/** The sentence of an absence must say so: elsewhere a day alone would mean anything. */
const absentUntil = new RegExp(
  `(?:${absentWords.source})[^.!?\\n]{0,80}?(?:jusqu['’]au|\\bdu \\d|\\bfrom |\\buntil |inclusivement)`,
  'iu',
);

/** Words of an answer that no absence notice contains: a question, an interest, an appointment. */
const answerWords =
  /\?|intéress|\bdevis\b|soumission|\bprix\b|\btarif|budget|\boffre|proposition|d['’]accord|\boui\b|rencontr|rendez-vous|discut|\bparle(?:r|rai|rons)?\b|reparl|(?:appelez|rappelez|relancez|recontactez|contactez|écrivez|réécrivez)[- ](?:moi|nous)\b|\bquotes?\b|\bpric(?:e|es|ing)\b|interest|proposal|\byes\b|\b(?:call|write|contact) (?:me|us)\b|\blet['’]?s\b/iu;
/** Longest notice that is recognised without a header. */
const LONGEST_ABSENCE = 1_200;

const listHeaders = ['list-id', 'list-unsubscribe', 'list-post', 'x-mailing-list', 'x-campaign-id', 'x-loop'];

/** Subject and file name that RFC 7489 (7.2.1.1) gives to a server's report on who wrote in the name of a domain. */
const dmarcSubject = /^(?:\[[^\]]*\]\s*)?report domain:.*\bsubmitter:/iu;
const dmarcFile = /^[^!\s]+![^!\s]+!\d+!\d+(?:![^!\s]+)?\.(?:xml|zip|gz|xml\.gz)$/iu;

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
const READ_LENGTH = 2_000;

/**
 * Classifies a message by the headers of automatic mail (RFC 3834), then by the words of people. In doubt it is an
 * answer, which somebody reads; and a person may correct it (`correct_message`).
 */
export function classify(message: Classified): MessageKind {
  const { header, from, subject, body, files, isReport } = message;
  if (isReport) return 'bounce';
  const submitted = header('auto-submitted').toLowerCase();
  const precedence = header('precedence').toLowerCase();
  const title = subject.trim().normalize('NFC').slice(0, 300);
  const text = body.normalize('NFC').slice(0, READ_LENGTH);
  if (dmarcSubject.test(title) || files.some((name) => dmarcFile.test(name))) return 'automatic';
  const isProgram = submitted !== '' && !submitted.startsWith('no');
  const signs = [
    absentSubject.test(title),
    absentWords.test(text.slice(0, 300)),
    absentDetail.test(text) || absentUntil.test(text.slice(0, 400)),
  ].filter(Boolean).length;
  const isReplied =
    submitted.startsWith('auto-replied') ||
    ['x-autoreply', 'x-autorespond', 'x-autoresponder'].some((name) => isYes(header(name))) ||
    /auto[_-]?reply/.test(precedence);
  // These headers say that a program wrote, or that none may answer; one sign tells that it is about an absence.
  const isUnanswerable = isProgram || isBulk(precedence) || isYes(header('x-auto-response-suppress'));
  if (isReplied || (isUnanswerable && signs > 0) || (signs > 1 && !isAnswer(message, text))) return 'absence';
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

const isYes = (value: string) => value !== '' && !/^(?:no|none|false|0)$/i.test(value.trim());

/** Tells whether a text with the signs of an absence, and no header, is an answer all the same. */
function isAnswer({ body, isQuoting }: Classified, text: string): boolean {
  return isQuoting || body.length > LONGEST_ABSENCE || answerWords.test(text.replace(/https?:\/\/\S+/g, ' '));
}

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
