import { z } from 'zod';
import { quebecDay } from '@/admin/kit/lib/dates';
import { optionalChoice, optionalNumber, optionalText } from '@/admin/kit/lib/row-codecs';
import { line, paragraph } from '@/admin/kit/lib/text-schemas';

/** Way in which the people concerned were notified: stored value → French label. */
export const noticeWays = {
  direct: 'Directement (courriel, lettre, appel)',
  public: 'Par un avis public',
} as const;

/** The answer to « Risque de préjudice sérieux »: value of the form → French label. */
export const seriousness = {
  oui: 'Oui, le risque est sérieux',
  non: 'Non, le risque n’est pas sérieux',
} as const;

/** Longest text, as in the database. */
export const LONG = 5000;
export const SHORT = 2000;

const tooLong = (subject: string, max: number) => `${subject} ne peut pas dépasser ${max} caractères`;

const text = (subject: string, missing: string, max: number) =>
  paragraph.pipe(z.string().min(1, missing).max(max, tooLong(subject, max)));

const optionalParagraph = (subject: string) => paragraph.pipe(z.string().max(SHORT, tooLong(subject, SHORT)));

const notInTheFuture = (day: string) => day === '' || day <= quebecDay();
const FUTURE = 'La date ne peut pas être dans le futur';

const day = (missing: string) =>
  line.pipe(z.string().min(1, missing)).pipe(z.iso.date('Date invalide').refine(notInTheFuture, FUTURE));

const optionalDay = line.pipe(
  z.union([z.literal(''), z.iso.date()], 'Date invalide').refine(notInTheFuture, FUTURE),
);

/** A whole number, `''` for « unknown ». */
const count = line.pipe(z.string().regex(/^\d{0,9}$/, 'Un nombre entier, ou rien s’il est inconnu'));

/**
 * Schema of an entry in the register of incidents (Règlement sur les incidents de confidentialité, art. 7;
 * docs/decisions/0028). Notices that the law requires later may be missing: the register is filled in as soon as the
 * incident is known.
 */
export const incidentSchema = z
  .object({
    occurred_on: day('La date de l’incident est requise'),
    occurred_until: optionalDay,
    known_on: day('La date où vous en avez eu connaissance est requise'),
    is_estimate: z.boolean(),
    circumstances: text('La description', 'Décrivez ce qui s’est passé', LONG),
    information: text(
      'La description des renseignements',
      'Indiquez les renseignements visés, ou pourquoi ils ne sont pas connus',
      SHORT,
    ),
    people_count: count,
    quebec_people_count: count,
    sensitivity: text('La sensibilité', 'La sensibilité des renseignements est requise', SHORT),
    consequences: text('Les conséquences', 'Les conséquences appréhendées sont requises', SHORT),
    misuse_likelihood: text(
      'La probabilité',
      'Les utilisations malveillantes possibles et leur probabilité sont requises',
      SHORT,
    ),
    is_serious: z.string().pipe(z.enum(['oui', 'non'], 'La conclusion sur le risque est requise')),
    risk_reasons: text('Les motifs', 'Les motifs de la conclusion sont requis', SHORT),
    measures: text('Les mesures', 'Les mesures prises sont requises', LONG),
    people_advice: optionalParagraph('Les mesures suggérées'),
    commission_notified_on: optionalDay,
    people_notified_on: optionalDay,
    people_notice_way: z.string().pipe(z.enum(['', 'direct', 'public'], 'Moyen inconnu')),
    people_notice_reason: optionalParagraph('La raison'),
  })
  .superRefine((incident, context) => {
    const refuse = (field: keyof typeof incident, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const { occurred_on, occurred_until, known_on, people_count, quebec_people_count } = incident;
    if (occurred_until && occurred_until < occurred_on)
      refuse('occurred_until', 'La fin ne peut pas précéder le début');
    if (known_on < occurred_on) refuse('known_on', 'Cette date ne peut pas précéder l’incident');
    if (people_count && quebec_people_count && Number(quebec_people_count) > Number(people_count))
      refuse('quebec_people_count', 'Ce nombre ne peut pas dépasser le nombre total');
    for (const field of ['commission_notified_on', 'people_notified_on'] as const) {
      if (incident[field] && incident[field] < known_on)
        refuse(field, 'Un avis ne peut pas précéder la connaissance de l’incident');
    }
    if (incident.people_notified_on && !incident.people_notice_way)
      refuse('people_notice_way', 'Le moyen de l’avis est requis');
    // A public notice is the exception (art. 6 of the regulation), and its reason is recorded (art. 7, 7°).
    if (incident.people_notice_way === 'public' && !incident.people_notice_reason)
      refuse('people_notice_reason', 'La raison d’un avis public est requise');
  });

/** A stored incident ⇄ its form. */
export const incidentRow = z.object({
  occurred_on: z.string(),
  occurred_until: optionalText,
  known_on: z.string(),
  is_estimate: z.boolean(),
  circumstances: z.string(),
  information: z.string(),
  people_count: optionalNumber,
  quebec_people_count: optionalNumber,
  sensitivity: z.string(),
  consequences: z.string(),
  misuse_likelihood: z.string(),
  is_serious: z.codec(z.boolean(), z.enum(['oui', 'non']), {
    decode: (isSerious) => (isSerious ? 'oui' : 'non'),
    encode: (answer) => answer === 'oui',
  }),
  risk_reasons: z.string(),
  measures: z.string(),
  people_advice: optionalText,
  commission_notified_on: optionalText,
  people_notified_on: optionalText,
  people_notice_way: optionalChoice<keyof typeof noticeWays>(),
  people_notice_reason: optionalText,
});

/** A checked incident. */
export type IncidentInput = z.output<typeof incidentSchema>;

/** The form's values while it is being filled in. */
export type IncidentValues = z.input<typeof incidentSchema>;

export const emptyIncident: IncidentValues = {
  occurred_on: '',
  occurred_until: '',
  known_on: '',
  is_estimate: false,
  circumstances: '',
  information: '',
  people_count: '',
  quebec_people_count: '',
  sensitivity: '',
  consequences: '',
  misuse_likelihood: '',
  is_serious: '',
  risk_reasons: '',
  measures: '',
  people_advice: '',
  commission_notified_on: '',
  people_notified_on: '',
  people_notice_way: '',
  people_notice_reason: '',
};
