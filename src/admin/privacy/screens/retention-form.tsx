import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useMergedSave } from '@/admin/kit/lib/use-merged-save';
import { ConfirmDialogContent } from '@/admin/kit/ui/confirm-dialog-content';
import { MergeDialog } from '@/admin/kit/ui/merge-dialog';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import type { Tables } from '@/shared/database.types';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { Form, TextField } from '@/shared/ui/form-fields';
import { privacy, type RetentionPreview, toRetentionVersion } from '../data/privacy';
import { type RetentionInput, type RetentionValues, retentionSchema } from '../data/retention.schema';
import { tables } from '../data/tables';

const { fields } = tables.retention_settings;

const retentionLabels = {
  quote_requests_months: 'Demandes de soumission (mois)',
  rejected_prospects_months: fields.rejected_prospects_months.copied,
} as const;

/** Tells whether the rules would erase anything today. */
export const destroysRows = (preview: RetentionPreview) =>
  preview.quote_requests + preview.rejected_prospects > 0;

/** The retention of old quote requests and rejected prospects; shows what a rule will erase before it is saved. */
export function RetentionForm({ stored }: { stored: Tables<'retention_settings'> }) {
  const save = useMutation(privacy.saveRetention());
  const form = useForm<RetentionValues, unknown, RetentionInput>({
    resolver: zodResolver(retentionSchema),
    defaultValues: toRetentionVersion(stored).values,
  });
  const { isDirty } = form.formState;
  const typed = retentionSchema.safeParse(useWatch({ control: form.control }));
  const [pendingRules, setPendingRules] = useState<RetentionInput>();
  const preview = useQuery({
    ...privacy.preview(typed.data ?? { rejected_prospects_months: null, quote_requests_months: null }),
    enabled: typed.success,
  });
  const { submit, conflict, choose, close } = useMergedSave(form, toRetentionVersion(stored), {
    labels: retentionLabels,
    save: async (rules, readAt = '') => {
      const written = await save.mutateAsync({ rules, readAt }).finally(() => setPendingRules(undefined));
      form.reset(written.values);
      return written;
    },
  });

  const ask = (rules: RetentionInput) => {
    // Saving waits until its effect can be shown.
    if (save.isPending || !preview.data) return;
    if (destroysRows(preview.data)) setPendingRules(rules);
    else void submit();
  };

  return (
    <Form
      form={form}
      aria-label="Conservation des données"
      onSubmit={form.handleSubmit(ask)}
      className="space-y-5 rounded-xl border border-line bg-paper p-5"
    >
      <UnsavedChanges when={isDirty} />
      <div>
        <h2 className="text-lg font-semibold">Conservation des données</h2>
        <p className="mt-1 max-w-prose text-sm text-slate">
          Après ce nombre de mois, le serveur efface de lui-même, une fois par jour. Un champ vide conserve
          tout.
        </p>
      </div>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField<RetentionValues>
          name="quote_requests_months"
          label={retentionLabels.quote_requests_months}
          hint="Répondues ou archivées&nbsp;: elles sont anonymisées."
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField<RetentionValues>
          name="rejected_prospects_months"
          label={retentionLabels.rejected_prospects_months}
          hint="Depuis leur rejet&nbsp;: ils sont effacés."
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <div role="status" className="text-sm">
        {!typed.success ? null : preview.isPending ? (
          'Calcul de ce qui sera effacé…'
        ) : preview.isError ? (
          <>
            Impossible de dire ce que ces règles effaceraient.{' '}
            <Button size="sm" variant="ghost" onClick={() => preview.refetch()}>
              Réessayer
            </Button>
          </>
        ) : (
          <span className={destroysRows(preview.data) ? 'font-semibold' : ''}>
            {previewInWords(preview.data)}.
          </span>
        )}
      </div>
      <div className="flex justify-end">
        <Button type="submit" variant="accent" pending={save.isPending}>
          Enregistrer
        </Button>
      </div>
      <ConfirmDialogContent
        open={pendingRules !== undefined}
        onOpenChange={() => setPendingRules(undefined)}
        title="Appliquer ces règles"
        description={
          <p>
            Au prochain passage du serveur, d’ici demain, {preview.data && previewInWords(preview.data)}.
            Cette action est irréversible; elle se répétera chaque jour pour ce qui aura vieilli.
          </p>
        }
        confirmLabel="Enregistrer les règles"
        pending={save.isPending}
        onConfirm={() => pendingRules && submit()}
      />
      {conflict && (
        <MergeDialog conflict={conflict} labels={retentionLabels} onChoose={choose} onClose={close} />
      )}
    </Form>
  );
}

/** Describes the effect of the rules: « 12 demandes seront anonymisées et 1 prospect rejeté sera effacé ». */
export function previewInWords({ quote_requests, rejected_prospects }: RetentionPreview): string {
  const parts = [
    quote_requests > 0 &&
      `${counted(quote_requests, 'demande')} ${quote_requests > 1 ? 'seront anonymisées' : 'sera anonymisée'}`,
    rejected_prospects > 0 &&
      `${counted(rejected_prospects, 'prospect rejeté', 'prospects rejetés')} ${rejected_prospects > 1 ? 'seront effacés' : 'sera effacé'}`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' et ') : 'Rien ne sera effacé aujourd’hui';
}
