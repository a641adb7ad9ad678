import type { QuoteLine } from '@quote/quote-document.ts';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { formerOf, offerUndo } from '@/admin/data/undo-change';
import { EditConflict, refusedSave, type Version } from '@/admin/lib/edit-conflict';
import { readAllRows } from '@/admin/lib/read-rows';
import { supabase } from '@/admin/lib/supabase';
import type { Json, Tables } from '@/shared/database.types';
import { isDuplicate } from '@/shared/lib/errors';
import { typedHundredths } from '@/shared/lib/money';
import {
  type QuoteServiceInput,
  type QuoteServiceValues,
  type QuoteTemplateInput,
  type QuoteTemplateValues,
  type SiteService,
  toTypedLine,
} from './issued-quotes.schema';

/** A service of the catalogue, usable in a line. */
export type QuoteService = Tables<'quote_services'>;

/** A quote template; its lines have the form that the database checks. */
export type QuoteTemplate = Omit<Tables<'quote_templates'>, 'lines'> & { lines: QuoteLine[] };

const servicesKey = [...queryKeys.issuedQuotes, 'services'];
const templatesKey = [...queryKeys.issuedQuotes, 'templates'];

/** Thrown when another service, or another template, has this name already. */
export class NameTakenError extends Error {
  override message = 'Ce nom est déjà pris';
}

/** Converts the error of a failed write, whose own text is English and about columns. */
const explained = (error: unknown, what: string): Error =>
  isDuplicate(error) ? new NameTakenError() : new Error(`Impossible d’enregistrer ${what}`, { cause: error });

const insertService = async (service: QuoteServiceInput) => {
  const { error } = await supabase.from('quote_services').insert(service);
  if (error) throw explained(error, 'le service');
};

const writeService = async (id: string, change: Partial<QuoteServiceInput>) => {
  const { data, error } = await supabase.from('quote_services').update(change).eq('id', id).select('id');
  if (error) throw explained(error, 'le service');
  if (data.length === 0) throw new Error('Ce service n’existe plus');
};

const toTemplateRow = ({ lines, ...template }: QuoteTemplateInput) => ({
  ...template,
  lines: lines as unknown as NonNullable<Json>,
});

const insertTemplate = async (template: QuoteTemplateInput) => {
  const { error } = await supabase.from('quote_templates').insert(toTemplateRow(template));
  if (error) throw explained(error, 'le modèle');
};

/** Returns the stored fields of a service, without the generated ones. */
const serviceInput = (service: QuoteService): QuoteServiceInput => {
  const { name, description, unit, unit_price_cents } = service;
  return {
    name,
    description,
    unit,
    unit_price_cents,
    site_service: (service.site_service ?? null) as SiteService | null,
  };
};

/** Converts a stored service to the form's values. */
export const toQuoteServiceVersion = (service: QuoteService): Version<QuoteServiceValues> => ({
  values: {
    ...serviceInput(service),
    unit_price_cents: typedHundredths(service.unit_price_cents),
    site_service: (service.site_service ?? '') as SiteService | '',
  },
  readAt: service.updated_at,
});

async function readService(id: string): Promise<QuoteService | null> {
  const { data } = await supabase
    .from('quote_services')
    .select('*')
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  return data;
}

const templateInput = (template: QuoteTemplate): QuoteTemplateInput => {
  const { name, subject, lines, validity_days, delivery, terms, notes } = template;
  return { name, subject, lines, validity_days, delivery, terms, notes };
};

/** Converts a stored template to the form's values. */
export const toQuoteTemplateVersion = (template: QuoteTemplate): Version<QuoteTemplateValues> => ({
  values: {
    ...templateInput(template),
    lines: JSON.stringify(template.lines.map(toTypedLine)),
    validity_days: String(template.validity_days),
  },
  readAt: template.updated_at,
});

async function readTemplate(id: string, signal?: AbortSignal): Promise<QuoteTemplate | null> {
  const query = supabase.from('quote_templates').select('*').eq('id', id);
  const { data } = await (signal ? query.abortSignal(signal) : query).maybeSingle().throwOnError();
  return data as QuoteTemplate | null;
}

/** Finds a free name in the list: « Captation (copie) », « Captation (copie 2) ». */
function copyName(name: string, taken: readonly { name: string }[]): string {
  const names = new Set(taken.map((one) => one.name));
  for (let count = 1; ; count++) {
    const copy = `${name.slice(0, 85)} (copie${count > 1 ? ` ${count}` : ''})`;
    if (!names.has(copy)) return copy;
  }
}

/** Deletes a row; « Annuler » writes it again. */
const removal = <Row extends { id: string }>(
  table: 'quote_services' | 'quote_templates',
  successText: string,
  errorMessage: string,
  queryKey: string[],
  insert: (row: Row) => Promise<void>,
) =>
  mutationOptions({
    mutationFn: async (row: Row) => {
      await supabase.from(table).delete().eq('id', row.id).throwOnError();
    },
    onSuccess: (_data: unknown, row: Row, _result: unknown, { client }: { client: QueryClient }) =>
      offerUndo(client, successText, () => insert(row), [queryKey]),
    meta: { invalidates: [queryKey], errorMessage },
  });

export const quoteCatalogue = {
  /** Options to read the services of the catalogue. */
  services: () =>
    queryOptions({
      queryKey: servicesKey,
      queryFn: ({ signal }) =>
        readAllRows<QuoteService>(
          () => supabase.from('quote_services').select('*').order('name').order('id'),
          signal,
        ),
      meta: { errorMessage: 'Impossible de charger le catalogue' },
    }),

  createService: () =>
    mutationOptions({
      mutationFn: insertService,
      meta: { invalidates: [servicesKey], successMessage: 'Service ajouté' },
    }),

  /**
   * Saves a service over the version that was read.
   *
   * @throws NameTakenError, EditConflict, EditGone
   */
  updateService: (id: string) =>
    mutationOptions({
      mutationFn: async ({ service, readAt }: { service: QuoteServiceInput; readAt: string }) => {
        const { data, error } = await supabase
          .from('quote_services')
          .update(service)
          .eq('id', id)
          .eq('updated_at', readAt)
          .select('id')
          .maybeSingle();
        if (error) throw explained(error, 'le service');
        const now = () => readService(id).then((stored) => stored && toQuoteServiceVersion(stored));
        if (!data) throw await refusedSave(now(), 'Ce service n’existe plus');
      },
      meta: {
        silent: (error) => error instanceof EditConflict,
        invalidates: [servicesKey],
        successMessage: 'Service modifié',
      },
    }),

  /** Changes a cell of a service; « Annuler » restores it. */
  changeService: () =>
    mutationOptions({
      mutationFn: ({ service, change }: { service: QuoteService; change: Partial<QuoteServiceInput> }) =>
        writeService(service.id, change),
      onSuccess: (_data, { service, change }, _result, { client }) =>
        offerUndo(
          client,
          'Service modifié',
          () => writeService(service.id, formerOf(serviceInput(service), change)),
          [servicesKey],
        ),
      meta: { invalidates: [servicesKey] },
    }),

  duplicateService: () =>
    mutationOptions({
      mutationFn: ({ service, among }: { service: QuoteService; among: readonly QuoteService[] }) =>
        insertService({ ...serviceInput(service), name: copyName(service.name, among) }),
      meta: { invalidates: [servicesKey], successMessage: 'Service dupliqué' },
    }),

  removeService: () =>
    removal<QuoteService>(
      'quote_services',
      'Service supprimé',
      'Impossible de supprimer le service',
      servicesKey,
      (service) => insertService(serviceInput(service)),
    ),

  /** Options to read the quote templates. */
  templates: () =>
    queryOptions({
      queryKey: templatesKey,
      queryFn: async ({ signal }) =>
        (await readAllRows(
          () => supabase.from('quote_templates').select('*').order('name').order('id'),
          signal,
        )) as unknown as QuoteTemplate[],
      meta: { errorMessage: 'Impossible de charger les modèles de devis' },
    }),

  /** One template, or `null` when it no longer exists. */
  template: (id: string) =>
    queryOptions({
      queryKey: [...templatesKey, id],
      queryFn: ({ signal }) => readTemplate(id, signal),
      meta: { errorMessage: 'Impossible de charger le modèle de devis' },
    }),

  createTemplate: () =>
    mutationOptions({
      mutationFn: insertTemplate,
      meta: { invalidates: [templatesKey], successMessage: 'Modèle ajouté' },
    }),

  /**
   * Saves a template over the version that was read.
   *
   * @throws NameTakenError, EditConflict, EditGone
   */
  updateTemplate: (id: string) =>
    mutationOptions({
      mutationFn: async ({ template, readAt }: { template: QuoteTemplateInput; readAt: string }) => {
        const { data, error } = await supabase
          .from('quote_templates')
          .update(toTemplateRow(template))
          .eq('id', id)
          .eq('updated_at', readAt)
          .select('id')
          .maybeSingle();
        if (error) throw explained(error, 'le modèle');
        const now = () => readTemplate(id).then((stored) => stored && toQuoteTemplateVersion(stored));
        if (!data) throw await refusedSave(now(), 'Ce modèle de devis n’existe plus');
      },
      meta: {
        silent: (error) => error instanceof EditConflict,
        invalidates: [templatesKey],
        successMessage: 'Modèle modifié',
      },
    }),

  duplicateTemplate: () =>
    mutationOptions({
      mutationFn: ({ template, among }: { template: QuoteTemplate; among: readonly QuoteTemplate[] }) =>
        insertTemplate({ ...templateInput(template), name: copyName(template.name, among) }),
      meta: { invalidates: [templatesKey], successMessage: 'Modèle dupliqué' },
    }),

  removeTemplate: () =>
    removal<QuoteTemplate>(
      'quote_templates',
      'Modèle supprimé',
      'Impossible de supprimer le modèle',
      templatesKey,
      (template) => insertTemplate(templateInput(template)),
    ),
};
