import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { offerUndo } from '@/admin/kit/data/undo-change';
import { EditConflict, refusedSave, type Version } from '@/admin/kit/lib/edit-conflict';
import { supabase } from '@/admin/kit/lib/supabase';
import { line } from '@/admin/kit/lib/text-schemas';
import type { Enums, Tables } from '@/shared/database.types';
import { isDuplicate } from '@/shared/lib/errors';
import { readHundredths, typedHundredths } from '@/shared/lib/money';
import { orNull } from '@/shared/lib/text';

export type ContractThreshold = Tables<'contract_thresholds'>;

/** Obligation of a municipality from an amount on: stored value → French label. */
export const thresholdKinds = {
  invitation: 'Au moins deux invitations',
  appel_public: 'Appel d’offres public',
} as const satisfies Record<Enums<'contract_threshold_kind'>, string>;

type Kind = keyof typeof thresholdKinds;

/** The form of a threshold. */
export const contractThresholdSchema = z.object({
  kind: z.string().pipe(z.enum(Object.keys(thresholdKinds) as [Kind, ...Kind[]])),
  applies_from: z.iso.date('Indiquez un jour'),
  applies_until: z.union([z.literal(''), z.iso.date('Indiquez un jour')]).transform(orNull),
  checked_on: z.iso.date('Indiquez un jour'),
  amount_cents: z.string().transform((typed, context) => {
    const cents = readHundredths(typed);
    if (cents) return cents;
    context.addIssue('Indiquez un montant. Exemple\u00a0: 25 000.');
    return z.NEVER;
  }),
  source: line.pipe(
    z.string().min(1, 'La source est requise').max(300, 'La source ne peut pas dépasser 300 caractères'),
  ),
});

export type ContractThresholdInput = z.output<typeof contractThresholdSchema>;
export type ContractThresholdValues = z.input<typeof contractThresholdSchema>;

/** Initial thresholds of an empty table, to be confirmed by the administrator, with their dates. */
export const knownThresholds: readonly ContractThresholdInput[] = [
  {
    kind: 'invitation',
    applies_from: '2018-01-01',
    applies_until: null,
    checked_on: '2026-11-24',
    amount_cents: 2_500_000,
    source: 'Loi sur les cités et villes, art. 573.1; Code municipal, art. 936.',
  },
  {
    kind: 'appel_public',
    applies_from: '2022-10-07',
    applies_until: '2023-12-31',
    checked_on: '2023-12-14',
    amount_cents: 12_120_000,
    source:
      'FQM, «\u00a0Nouveau seuil en gestion contractuelle pour les municipalités\u00a0», 9 novembre 2022',
  },
  {
    kind: 'appel_public',
    applies_from: '2024-01-01',
    applies_until: '2025-12-31',
    checked_on: '2023-12-14',
    amount_cents: 13_380_000,
    source:
      'MAMH, Muni-Express no 9, 14 décembre 2023\u00a0: en vigueur du 1er janvier 2024 au 31 décembre 2025',
  },
  {
    kind: 'appel_public',
    applies_from: '2026-01-01',
    applies_until: '2027-12-31',
    checked_on: '2026-11-28',
    amount_cents: 13_900_000,
    source:
      'À confirmer\u00a0: règlement C-19, r. 5, art. 1, par renvoi aux accords; montant fédéral des services, Conseil du Trésor, Avis 2025-8',
  },
];

/** Finds the latest row of each kind at a day. */
function currentThresholds(rows: readonly ContractThreshold[], today: string): ContractThreshold[] {
  const inForce = new Map<string, ContractThreshold>();
  for (const row of rows) {
    const known = inForce.get(row.kind);
    if (row.applies_from <= today && (!known || known.applies_from < row.applies_from))
      inForce.set(row.kind, row);
  }
  return [...inForce.values()];
}

/** Years after which an amount must be read at its source again. */
const LIFETIME_YEARS = 2;

/**
 * Returns the last day on which the site shows an amount: `private.current_thresholds` in TypeScript. Its own end, or
 * two years after it was set or last read at its source.
 */
export function shownUntil({
  applies_from,
  applies_until,
  checked_on,
}: Pick<ContractThreshold, 'applies_from' | 'applies_until' | 'checked_on'>): string {
  if (applies_until) return applies_until;
  const from = applies_from > checked_on ? applies_from : checked_on;
  const year = Number(from.slice(0, 4)) + LIFETIME_YEARS;
  // Two years after a leap day is the last day of February.
  return `${year}${from.slice(4).replace('-02-29', '-02-28')}`;
}

/** Finds the thresholds that the site no longer shows, and that none has replaced. */
export const outdatedThresholds = (rows: readonly ContractThreshold[], today: string): ContractThreshold[] =>
  currentThresholds(rows, today).filter((row) => shownUntil(row) < today);

/**
 * Finds the highest threshold in force that an amount reaches; of each kind, its latest row counts.
 *
 * @param today YYYY-MM-DD
 */
export function reachedThreshold(
  rows: readonly ContractThreshold[],
  cents: number,
  today: string,
): ContractThreshold | undefined {
  return currentThresholds(rows, today)
    .filter(({ amount_cents }) => amount_cents <= cents)
    .sort((a, b) => b.amount_cents - a.amount_cents)[0];
}

const all = queryKeys.contractThresholds;

const insert = async (rows: ContractThresholdInput[]) => {
  const { error } = await supabase.from('contract_thresholds').insert(rows);
  if (error) throw explained(error);
};

/** Converts a stored threshold to the form's values. */
export const toThresholdVersion = (stored: ContractThreshold): Version<ContractThresholdValues> => ({
  values: {
    kind: stored.kind,
    applies_from: stored.applies_from,
    applies_until: stored.applies_until ?? '',
    checked_on: stored.checked_on,
    source: stored.source,
    amount_cents: typedHundredths(stored.amount_cents),
  },
  readAt: stored.updated_at,
});

async function readVersion(id: string): Promise<Version<ContractThresholdValues> | null> {
  const { data } = await supabase
    .from('contract_thresholds')
    .select('*')
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  return data && toThresholdVersion(data);
}

const explained = (error: unknown) =>
  new Error(
    isDuplicate(error) ? 'Ce seuil a déjà un montant ce jour-là' : 'Impossible d’enregistrer le seuil',
    { cause: error },
  );

export const contractThresholds = {
  /** Every threshold, the latest first. */
  list: () =>
    queryOptions({
      queryKey: all,
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .from('contract_thresholds')
          .select('*')
          .order('applies_from', { ascending: false })
          .order('kind')
          .abortSignal(signal)
          .throwOnError();
        return data;
      },
      meta: { errorMessage: 'Impossible de charger les seuils' },
    }),

  create: () =>
    mutationOptions({
      mutationFn: insert,
      meta: { invalidates: [all, queryKeys.today], successMessage: 'Seuil ajouté' },
    }),

  /** Saves a threshold over the version that was read. @throws EditConflict */
  update: (id: string) =>
    mutationOptions({
      mutationFn: async ({ threshold, readAt }: { threshold: ContractThresholdInput; readAt: string }) => {
        const { data, error } = await supabase
          .from('contract_thresholds')
          .update(threshold)
          .eq('id', id)
          .eq('updated_at', readAt)
          .select('id')
          .maybeSingle();
        if (error) throw explained(error);
        if (!data) throw await refusedSave(readVersion(id), 'Ce seuil n’existe plus');
      },
      meta: {
        silent: (error) => error instanceof EditConflict,
        invalidates: [all, queryKeys.today],
        successMessage: 'Seuil modifié',
      },
    }),

  /** « Toujours en vigueur »: notes that an amount was read at its source today. */
  confirm: () =>
    mutationOptions({
      mutationFn: async ({ id, today }: { id: string; today: string }) => {
        await supabase.from('contract_thresholds').update({ checked_on: today }).eq('id', id).throwOnError();
      },
      meta: {
        invalidates: [all, queryKeys.today],
        successMessage: 'Seuil vérifié aujourd’hui',
        errorMessage: 'Impossible d’enregistrer le seuil',
      },
    }),

  /** Deletes a threshold; « Annuler » writes it again. */
  remove: () =>
    mutationOptions({
      mutationFn: async ({ id }: ContractThreshold) => {
        await supabase.from('contract_thresholds').delete().eq('id', id).throwOnError();
      },
      onSuccess: (_data, threshold, _result, { client }) => {
        const { kind, applies_from, applies_until, checked_on, amount_cents, source } = threshold;
        const row = { kind, applies_from, applies_until, checked_on, amount_cents, source };
        offerUndo(client, 'Seuil supprimé', () => insert([row]), [all]);
      },
      meta: { invalidates: [all, queryKeys.today], errorMessage: 'Impossible de supprimer le seuil' },
    }),
};
