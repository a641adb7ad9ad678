import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router-dom';
import type { Version } from '@/admin/kit/lib/edit-conflict';
import { SAVED_STATE } from '@/admin/kit/lib/unsaved-text';
import { useMergedSave } from '@/admin/kit/lib/use-merged-save';
import { FormActions } from '@/admin/kit/ui/form-actions';
import { MergeDialog } from '@/admin/kit/ui/merge-dialog';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { RecordPlaceholder } from '@/admin/kit/ui/record-placeholder';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import { Form, TextAreaField, TextField } from '@/shared/ui/form-fields';
import { Seo } from '@/shared/ui/seo';
import {
  emptyQuoteTemplate,
  type QuoteTemplateInput,
  type QuoteTemplateValues,
  quoteTemplateSchema,
} from '../data/issued-quotes.schema';
import {
  NameTakenError,
  type QuoteTemplate,
  quoteCatalogue,
  toQuoteTemplateVersion,
} from '../data/quote-catalogue';
import { tables } from '../data/tables';
import { quotePaths } from '../paths';
import { LinesEditor } from './lines-editor';
import { linesInWords } from './lines-in-words';

const { fields } = tables.quote_templates;

const catalogue = quotePaths.catalogue.href();

const labels = {
  name: 'Nom du modèle',
  subject: fields.subject,
  lines: fields.lines,
  validity_days: fields.validity_days,
  delivery: fields.delivery,
  terms: fields.terms,
  notes: fields.notes,
} as const;

function Title({ title }: { title: string }) {
  return (
    <>
      <Seo title={title} noIndex />
      <PageHeader title={title} />
    </>
  );
}

/** The page of a new template. */
export function NewQuoteTemplatePage() {
  const create = useMutation(quoteCatalogue.createTemplate());
  return (
    <>
      <Title title="Nouveau modèle de devis" />
      <TemplateForm save={(input) => create.mutateAsync(input)} pending={create.isPending} />
    </>
  );
}

/** The page of an existing template. */
export function EditQuoteTemplatePage() {
  const { id = '' } = useParams();
  const query = useQuery({
    ...quoteCatalogue.template(id),
    refetchOnWindowFocus: false,
  });
  const template = query.data;
  return (
    <>
      <Title title="Modifier le modèle de devis" />
      {template ? (
        <EditTemplate key={template.id} template={template} />
      ) : (
        <RecordPlaceholder
          query={query}
          error="Impossible de charger le modèle de devis"
          missing="Ce modèle de devis n’existe plus"
          back={{ to: catalogue, label: 'Retour au catalogue' }}
        />
      )}
    </>
  );
}

function EditTemplate({ template }: { template: QuoteTemplate }) {
  const update = useMutation(quoteCatalogue.updateTemplate(template.id));
  return (
    <TemplateForm
      stored={toQuoteTemplateVersion(template)}
      save={(input, readAt = '') => update.mutateAsync({ template: input, readAt })}
      pending={update.isPending}
    />
  );
}

function TemplateForm({
  stored,
  save,
  pending,
}: {
  /** The stored template; absent for a new one. */
  stored?: Version<QuoteTemplateValues>;
  /** Writes over the version that was read. */
  save: (template: QuoteTemplateInput, readAt?: string) => Promise<void>;
  pending: boolean;
}) {
  const navigate = useNavigate();
  const form = useForm<QuoteTemplateValues, unknown, QuoteTemplateInput>({
    resolver: zodResolver(quoteTemplateSchema),
    defaultValues: stored?.values ?? emptyQuoteTemplate,
  });
  const { submit, conflict, choose, close } = useMergedSave(form, stored, {
    labels,
    save: async (input, readAt) => {
      await (readAt ? save(input, readAt) : save(input));
      navigate(catalogue, { state: SAVED_STATE });
      return undefined;
    },
    onError: (error) => {
      if (error instanceof NameTakenError)
        form.setError('name', { message: error.message }, { shouldFocus: true });
    },
  });
  return (
    <Form
      form={form}
      beginsHere={!stored}
      aria-label="Modèle de devis"
      onSubmit={submit}
      className="max-w-3xl space-y-5 rounded-xl border border-line bg-paper p-4 sm:p-5"
    >
      <UnsavedChanges when={form.formState.isDirty} />
      {conflict && (
        <MergeDialog
          conflict={conflict}
          labels={labels}
          show={(field, values) => (field === 'lines' ? linesInWords(values.lines) : values[field]) || '–'}
          onChoose={choose}
          onClose={close}
        />
      )}
      <TextField<QuoteTemplateValues> name="name" label={labels.name} required />
      <TextField<QuoteTemplateValues> name="subject" label={labels.subject} />
      <LinesEditor />
      <TextField<QuoteTemplateValues>
        name="validity_days"
        label={labels.validity_days}
        required
        inputMode="numeric"
        className="max-w-40"
      />
      <TextAreaField<QuoteTemplateValues> name="delivery" label={labels.delivery} rows={2} />
      <TextAreaField<QuoteTemplateValues> name="terms" label={labels.terms} rows={4} />
      <TextAreaField<QuoteTemplateValues> name="notes" label={labels.notes} rows={2} />
      <FormActions pending={pending} cancelTo={catalogue} />
    </Form>
  );
}
