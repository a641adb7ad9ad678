import { usedVariables } from '@message/template-text.ts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { formerOf, offerUndo } from '@/admin/kit/data/undo-change';
import { copyTitle } from '@/admin/kit/lib/copy-title';
import { createOnce } from '@/admin/kit/lib/create-once';
import { currentUserId } from '@/admin/kit/lib/current-user';
import { EditConflict, refusedSave, type Version } from '@/admin/kit/lib/edit-conflict';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { toVersion } from '@/admin/kit/lib/row-codecs';
import { supabase } from '@/admin/kit/lib/supabase';
import { moveToTrash } from '@/admin/trash/data/move-to-trash';
import type { Tables } from '@/shared/database.types';
import {
  type EmailTemplateInput,
  type EmailTemplateValues,
  emailTemplateRow,
} from './email-templates.schema';

export type EmailTemplate = Tables<'email_templates'>;

/** Converts a checked form to the stored row. */
const toRow = (template: EmailTemplateInput) => ({
  ...z.encode(emailTemplateRow, template),
  variables: usedVariables(template.subject, template.body),
});

/** A stored template as the form holds it. */
export const toTemplateVersion = (template: EmailTemplate): Version<EmailTemplateValues> =>
  toVersion(emailTemplateRow, template);

async function readTemplate(id: string, signal?: AbortSignal): Promise<EmailTemplate | null> {
  const query = supabase.from('email_templates').select('*').eq('id', id);
  const { data } = await (signal ? query.abortSignal(signal) : query).maybeSingle().throwOnError();
  return data;
}

/** A change of one value of a template, from its card. */
export type TemplateChange = {
  template: EmailTemplate;
  change: Partial<Pick<EmailTemplate, 'tone' | 'sector'>>;
};

async function writeChange(id: string, change: TemplateChange['change']): Promise<void> {
  await supabase.from('email_templates').update(change).eq('id', id).select('id').single().throwOnError();
}

export const emailTemplates = {
  all: queryKeys.emailTemplates,

  /** Every template, newest first. */
  list: () =>
    queryOptions({
      queryKey: [...emailTemplates.all, 'list'],
      queryFn: ({ signal }) =>
        readAllRows<EmailTemplate>(
          () =>
            supabase
              .from('email_templates')
              .select('*')
              .order('created_at', { ascending: false })
              .order('id'),
          signal,
        ),
      meta: { errorMessage: 'Impossible de charger les templates' },
    }),

  /** Reads one template, or `null` when it no longer exists. */
  byId: (id: string) =>
    queryOptions({
      queryKey: [...emailTemplates.all, 'by-id', id],
      queryFn: ({ signal }) => readTemplate(id, signal),
      meta: { errorMessage: 'Impossible de charger les templates' },
    }),

  create: () =>
    mutationOptions({
      mutationFn: async (template: EmailTemplateInput) => {
        const user_id = await currentUserId();
        await supabase
          .from('email_templates')
          .insert({ ...toRow(template), user_id })
          .throwOnError();
      },
      meta: {
        invalidates: [emailTemplates.all],
        successMessage: 'Template créé',
        errorMessage: 'Impossible de sauvegarder le template',
      },
    }),

  /**
   * Saves a template over the version that was read.
   *
   * @throws EditConflict, EditGone
   */
  update: (id: string) =>
    mutationOptions({
      mutationFn: async ({ template, readAt }: { template: EmailTemplateInput; readAt: string }) => {
        await currentUserId();
        const { data } = await supabase
          .from('email_templates')
          .update(toRow(template))
          .eq('id', id)
          .eq('updated_at', readAt)
          .select('id')
          .maybeSingle()
          .throwOnError();
        const now = () => readTemplate(id).then((stored) => stored && toTemplateVersion(stored));
        if (!data) throw await refusedSave(now(), 'Ce template n’existe plus');
      },
      meta: {
        silent: (error) => error instanceof EditConflict,
        invalidates: [emailTemplates.all],
        successMessage: 'Template mis à jour',
        errorMessage: 'Impossible de sauvegarder le template',
      },
    }),

  /** Changes the tone or the sector of a template, from its card; « Annuler » restores it. */
  change: () =>
    mutationOptions({
      mutationFn: ({ template, change }: TemplateChange) => writeChange(template.id, change),
      onSuccess: (_data, { template, change }, _result, { client }) => {
        const undo = () => writeChange(template.id, formerOf(template, change));
        offerUndo(client, 'Template mis à jour', undo, [emailTemplates.all]);
      },
      meta: {
        invalidates: [emailTemplates.all],
        errorMessage: 'Impossible de sauvegarder le template',
      },
    }),

  /** Copies a template beside the original. */
  duplicate: () =>
    mutationOptions({
      mutationFn: async ({ id: original, name, subject, body, tone, sector, variables }: EmailTemplate) => {
        const user_id = await currentUserId();
        await createOnce(`copy of template ${original}`, async (id) => {
          const copy = { id, name: copyTitle(name, 100), subject, body, tone, sector, variables, user_id };
          await supabase.from('email_templates').upsert(copy, { ignoreDuplicates: true }).throwOnError();
        });
      },
      meta: {
        invalidates: [emailTemplates.all],
        successMessage: 'Template dupliqué',
        errorMessage: 'Impossible de dupliquer le template',
      },
    }),

  remove: () =>
    moveToTrash<Pick<EmailTemplate, 'id'>>({
      kind: 'email_templates',
      successText: () => 'Template supprimé',
      errorMessage: 'Impossible de supprimer le template',
      invalidates: [emailTemplates.all],
    }),
};
