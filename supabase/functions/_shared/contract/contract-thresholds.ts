/** Duties of a municipality from an amount on: key → French label. */
export const thresholdKinds = {
  invitation: 'Au moins deux invitations',
  appel_public: 'Appel d’offres public',
} as const;

/** The amount from which a rule of contracts applies, and where it was read. */
export type ContractThreshold = {
  kind: keyof typeof thresholdKinds;
  amountCents: number;
  /** False: read in a text to which the municipal one refers, and nowhere as the municipal amount itself. */
  isConfirmed: boolean;
  appliesFrom: string;
  /** The last day that the text gives; null where it gives none. */
  appliesUntil: string | null;
  source: string;
  /** The day on which the source was last read. */
  readOn: string;
};

/** The law that takes the place of the articles below, on a day that a decree will set: none was found on 2026-11-28. */
const TO_BE_REPLACED =
  'articles qui seront remplacés par la Loi sur les contrats des organismes municipaux, le jour qu’un décret fixera';

/**
 * The thresholds, each with its days and its source. Those of public calls change every other January: the next row is
 * added here, from the Ministère des Affaires municipales et de l’Habitation (docs/decisions/0132).
 */
export const contractThresholds: readonly ContractThreshold[] = [
  {
    kind: 'invitation',
    amountCents: 2_500_000,
    isConfirmed: true,
    appliesFrom: '2018-01-01',
    appliesUntil: null,
    source: `Loi sur les cités et villes, art. 573.1; Code municipal, art. 936 (${TO_BE_REPLACED})`,
    readOn: '2026-11-24',
  },
  {
    kind: 'appel_public',
    amountCents: 12_120_000,
    isConfirmed: true,
    appliesFrom: '2022-10-07',
    appliesUntil: '2023-12-31',
    source:
      'FQM, «\u00a0Nouveau seuil en gestion contractuelle pour les municipalités\u00a0», 9 novembre 2022',
    readOn: '2023-12-14',
  },
  {
    kind: 'appel_public',
    amountCents: 13_380_000,
    isConfirmed: true,
    appliesFrom: '2024-01-01',
    appliesUntil: '2025-12-31',
    source: 'MAMH, Muni-Express no 9, 14 décembre 2023',
    readOn: '2023-12-14',
  },
  {
    kind: 'appel_public',
    amountCents: 13_900_000,
    isConfirmed: false,
    appliesFrom: '2026-01-01',
    appliesUntil: '2027-12-31',
    source:
      'Règlement C-19, r. 5, art. 1, par renvoi aux accords; montant fédéral des services, Conseil du Trésor, Avis 2025-8',
    readOn: '2026-11-28',
  },
];

/**
 * Lists what is in force on a day, the lowest amount first: no row that has ended, nor one that has not begun.
 *
 * @param day YYYY-MM-DD
 */
export const thresholdsOn = (day: string): ContractThreshold[] =>
  contractThresholds
    .filter(
      ({ appliesFrom, appliesUntil }) => appliesFrom <= day && (appliesUntil === null || day <= appliesUntil),
    )
    .sort((a, b) => a.amountCents - b.amountCents);

/** Finds the highest threshold in force on a day that an amount reaches. */
export const reachedThreshold = (cents: number, day: string): ContractThreshold | undefined =>
  thresholdsOn(day).findLast(({ amountCents }) => amountCents <= cents);

/** Adds to a printed amount that it is still to be confirmed. */
export const statedAmount = ({ isConfirmed }: ContractThreshold, amount: string): string =>
  isConfirmed ? amount : `${amount} (à confirmer)`;
