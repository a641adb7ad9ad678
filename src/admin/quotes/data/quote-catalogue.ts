import type { QuoteLine } from '@quote/quote-document.ts';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { formerOf, offerUndo } from '@/admin/kit/data/undo-change';
import { copyTitle } from '@/admin/kit/lib/copy-title';
import { createOnce } from '@/admin/kit/lib/create-once';
import { EditConflict, refusedSave, type Version } from '@/admin/kit/lib/edit-conflict';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { toVersion } from '@/admin/kit/lib/row-codecs';
import { inOrderOfName } from '@/admin/kit/lib/sorting';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';
import { isDuplicate } from '@/shared/lib/errors';
import {
  type QuoteServiceInput,
  type QuoteServiceValues,
  type QuoteTemplateInput,
  type QuoteTemplateValues,
  quoteServiceRow,
  quoteTemplateRow,
} from './issued-quotes.schema';

/** A service of the catalogue, usable in a line. */
export type QuoteService = Tables<'quote_services'>;

/** A quote template; its lines have the form that the database checks. */
export type QuoteTemplate = Omit<Tables<'quote_templates'>, 'lines'> & { lines: QuoteLine[] };

export const servicesKey = [...queryKeys.issuedQuotes, 'services'];
const templatesKey = [...queryKeys.issuedQuotes, 'templates'];

/** Thrown when another service, or another template, has this name already. */
export class NameTakenError extends Error {
  override message = 'Ce nom est déjà pris';
}

/** Converts the error of a failed write, whose own text is English and about columns. */
const toFrenchError = (error: unknown, what: string): Error =>
  isDuplicate(error) ? new NameTakenError() : new Error(`Impossible d’enregistrer ${what}`, { cause: error });

/** The columns of a service that a form or a cell writes. */
type ServiceRow = z.input<typeof quoteServiceRow> &
  Partial<Pick<QuoteService, 'estimate_basis' | 'estimate_kinds' | 'estimate_margin'>>;
type TemplateRow = z.input<typeof quoteTemplateRow>;

const insertService = async (service: ServiceRow & { id?: string }) => {
  const { error } = await supabase.from('quote_services').upsert(service, { ignoreDuplicates: true });
  if (error) throw toFrenchError(error, 'le service');
};

const writeService = async (id: string, change: Partial<ServiceRow>) => {
  const { data, error } = await supabase.from('quote_services').update(change).eq('id', id).select('id');
  if (error) throw toFrenchError(error, 'le service');
  if (data.length === 0) throw new Error('Ce service n’existe plus');
};

const insertTemplate = async (template: TemplateRow & { id?: string }) => {
  const { error } = await supabase.from('quote_templates').upsert(template, { ignoreDuplicates: true });
  if (error) throw toFrenchError(error, 'le modèle');
};

/** A service without what the database gives it. */
const bareService = (service: QuoteService) => {
  const { name, description, unit, unit_price_cents, site_service } = service;
  const { estimate_basis, estimate_kinds, estimate_margin } = service;
  return {
    ...{ name, description, unit, unit_price_cents, site_service },
    ...{ estimate_basis, estimate_kinds, estimate_margin },
  };
};

/** Converts a stored service to the form's values. */
export const toQuoteServiceVersion = (service: QuoteService): Version<QuoteServiceValues> =>
  toVersion(quoteServiceRow, service);

async function readService(id: string): Promise<QuoteService | null> {
  const { data } = await supabase
    .from('quote_services')
    .select('*')
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** A template without what the database gives it. */
const bareTemplate = (template: QuoteTemplate): TemplateRow => {
  const { name, subject, lines, validity_days, delivery, terms, notes } = template;
  return { name, subject, lines, validity_days, delivery, terms, notes };
};

/** Converts a stored template to the form's values. */
export const toQuoteTemplateVersion = (template: QuoteTemplate): Version<QuoteTemplateValues> =>
  toVersion(quoteTemplateRow, template);

async function readTemplate(id: string, signal?: AbortSignal): Promise<QuoteTemplate | null> {
  const query = supabase.from('quote_templates').select('*').eq('id', id);
  const { data } = await (signal ? query.abortSignal(signal) : query).maybeSingle().throwOnError();
  return data as QuoteTemplate | null;
}

type NamedEntry = { name: string };

/** Names the copy of a row among the others of its list. */
const copyName = ({ name }: NamedEntry, among: readonly NamedEntry[]): string =>
  copyTitle(
    name,
    100,
    among.map((one) => one.name),
  );

/** Deletes a row; « Annuler » writes it again. */
const removalOptions = <Row extends { id: string }>(
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
      queryFn: async ({ signal }) =>
        inOrderOfName(
          await readAllRows<QuoteService>(
            () => supabase.from('quote_services').select('*').order('id'),
            signal,
          ),
        ),
      meta: { errorMessage: 'Impossible de charger le catalogue' },
    }),

  createService: () =>
    mutationOptions({
      mutationFn: (service: QuoteServiceInput) => insertService(z.encode(quoteServiceRow, service)),
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
          .update(z.encode(quoteServiceRow, service))
          .eq('id', id)
          .eq('updated_at', readAt)
          .select('id')
          .maybeSingle();
        if (error) throw toFrenchError(error, 'le service');
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
      mutationFn: ({ service, change }: { service: QuoteService; change: Partial<ServiceRow> }) =>
        writeService(service.id, change),
      onSuccess: (_data, { service, change }, _result, { client }) =>
        offerUndo(
          client,
          'Service modifié',
          () => writeService(service.id, formerOf(bareService(service), change)),
          [servicesKey],
        ),
      meta: { invalidates: [servicesKey] },
    }),

  duplicateService: () =>
    mutationOptions({
      mutationFn: ({ service, among }: { service: QuoteService; among: readonly QuoteService[] }) =>
        createOnce(`copy of service ${service.id}`, (id) =>
          insertService({ ...bareService(service), id, name: copyName(service, among) }),
        ),
      meta: { invalidates: [servicesKey], successMessage: 'Service dupliqué' },
    }),

  removeService: () =>
    removalOptions<QuoteService>(
      'quote_services',
      'Service supprimé',
      'Impossible de supprimer le service',
      servicesKey,
      (service) => insertService(bareService(service)),
    ),

  /** Options to read the quote templates. */
  templates: () =>
    queryOptions({
      queryKey: templatesKey,
      queryFn: async ({ signal }) =>
        inOrderOfName(
          (await readAllRows(
            () => supabase.from('quote_templates').select('*').order('id'),
            signal,
          )) as unknown as QuoteTemplate[],
        ),
      meta: { errorMessage: 'Impossible de charger les modèles de devis' },
    }),

  /** Reads one template, or `null` when it no longer exists. */
  template: (id: string) =>
    queryOptions({
      queryKey: [...templatesKey, id],
      queryFn: ({ signal }) => readTemplate(id, signal),
      meta: { errorMessage: 'Impossible de charger le modèle de devis' },
    }),

  createTemplate: () =>
    mutationOptions({
      mutationFn: (template: QuoteTemplateInput) => insertTemplate(z.encode(quoteTemplateRow, template)),
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
          .update(z.encode(quoteTemplateRow, template))
          .eq('id', id)
          .eq('updated_at', readAt)
          .select('id')
          .maybeSingle();
        if (error) throw toFrenchError(error, 'le modèle');
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
        createOnce(`copy of quote template ${template.id}`, (id) =>
          insertTemplate({ ...bareTemplate(template), id, name: copyName(template, among) }),
        ),
      meta: { invalidates: [templatesKey], successMessage: 'Modèle dupliqué' },
    }),

  removeTemplate: () =>
    removalOptions<QuoteTemplate>(
      'quote_templates',
      'Modèle supprimé',
      'Impossible de supprimer le modèle',
      templatesKey,
      (template) => insertTemplate(bareTemplate(template)),
    ),
};
