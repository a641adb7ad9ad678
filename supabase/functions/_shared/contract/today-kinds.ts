/** A line of « Aujourd'hui » in the morning's digest, beside the name of its organisation. */
type Line = { amount: number | null };

/**
 * The kinds of what waits for a person (`today_items`), by the subject that describes their lines on the screen, with their
 * words in the morning's digest.
 */
export const digestWords = {
  requests: {
    request: () => 'demande de soumission',
    request_email: () => 'courriel de soumission à vérifier',
  },
  today: {
    action: () => 'prochaine action',
    publication: () => 'publication du site à vérifier',
  },
  quotes: {
    quote: () => 'devis sans réponse',
    quote_emails: ({ amount }) => `courriels d’un devis à vérifier (${amount ?? 0})`,
    invoice: () => 'facture à encaisser',
    invoice_emails: ({ amount }) => `courriels d’une facture à vérifier (${amount ?? 0})`,
    quote_to_invoice: () => 'devis accepté à facturer',
    quote_balance: () => 'reste d’un devis à facturer',
  },
  campaigns: {
    campaign_emails: ({ amount }) => `courriels de campagne à vérifier (${amount ?? 0})`,
    campaign: () => 'campagne en attente',
  },
  trips: {
    trip: ({ amount }) => `déplacement, prospects à décider (${amount ?? 0})`,
    trip_over: () => 'déplacement passé, à clore',
  },
  municipalities: {
    register: () => 'répertoire des municipalités à vérifier',
  },
  tenders: {
    tender: () => 'appel d’offres qui ferme bientôt',
    tender_week: () => 'appels d’offres de la semaine',
  },
  segments: {
    segment: () => 'segment à qui écrire',
  },
  contacts: {
    consent: () => 'consentement qui expire',
  },
  tours: {
    draft: () => 'visite en brouillon',
    drafts: ({ amount }) => `visites en brouillon (${amount ?? 0})`,
    dead_link: () => 'lien d’une visite qui ne répond plus',
  },
  privacy: {
    erasure_request: () => 'effacement demandé par la personne, délai légal',
    correction: () => 'coordonnées corrigées par la personne',
  },
} as const satisfies Record<string, Record<string, (line: Line) => string>>;

type Words = typeof digestWords;

/** The subjects that have lines in « Aujourd'hui ». */
export type TodaySubject = keyof Words;

/** The kinds that a subject describes. */
export type KindsOf<Name extends TodaySubject> = keyof Words[Name];

export type TodayKind = { [Name in TodaySubject]: KindsOf<Name> }[TodaySubject];

const byKind = new Map<string, (line: Line) => string>(Object.values(digestWords).flatMap(Object.entries));

/** Returns the words of a line in the digest; undefined for a kind that nobody describes. */
export const digestLine = (kind: string, line: Line): string | undefined => byKind.get(kind)?.(line);
