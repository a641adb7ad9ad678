import { zodResolver } from '@hookform/resolvers/zod';
import { sampleContact, templateFault, templateForms, templateVariables } from '@message/template-text.ts';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { sectors } from '@/admin/contacts/data/contact-labels';
import type { Version } from '@/admin/kit/lib/edit-conflict';
import { labelOf } from '@/admin/kit/lib/label-of';
import { listAddress } from '@/admin/kit/lib/list-address';
import { SAVED_STATE } from '@/admin/kit/lib/unsaved-text';
import { useMergedSave } from '@/admin/kit/lib/use-merged-save';
import { FormActions } from '@/admin/kit/ui/form-actions';
import { MergeDialog } from '@/admin/kit/ui/merge-dialog';
import { TemplateChoice } from '@/admin/kit/ui/template-choice';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import { Button } from '@/shared/ui/button';
import { Form, SelectField, TextField } from '@/shared/ui/form-fields';
import {
  type EmailTemplateInput,
  type EmailTemplateValues,
  emailTemplateSchema,
  emptyEmailTemplate,
} from '../data/email-templates.schema';
import { tables } from '../data/tables';
import { tones } from '../data/template-labels';
import { templateLibrary } from '../data/template-library';
import { MessageField } from '../parts/message-field';
import { lintMessage } from '../parts/message-lint';
import { RemarkList } from '../parts/remark-list';
import { applyEdit, insertWords } from '../parts/text-marks';
import { templatePaths } from '../paths';
import { TemplatePreview } from './template-preview';

const { fields } = tables.email_templates;

type Props = {
  /** The stored template; absent for a new one. */
  edited?: { id: string } & Version<EmailTemplateValues>;
  /** Writes over the version that was read. */
  save: (template: EmailTemplateInput, readAt?: string) => Promise<void>;
  pending: boolean;
};

const templateLabels = {
  name: fields.name,
  tone: fields.tone,
  sector: fields.sector,
  subject: 'Sujet',
  body: 'Message',
} as const;

/** Formats a value of the form for a conflict. */
function formatValue(field: keyof EmailTemplateValues, value: string): string {
  if (field === 'tone') return labelOf(tones, value);
  return field === 'sector' ? (value ? labelOf(sectors, value) : 'Tous les secteurs') : value;
}

const list = () => listAddress(templatePaths.list.href());

/** Returns the warning under a text whose variables cannot be replaced. */
function faultHint(text: string): string | undefined {
  const fault = templateFault(text);
  return fault && `${fault}. Le template peut être gardé, mais pas envoyé.`;
}

/** The form of a template, new or existing, with the variables beside it. */
export function TemplateForm({ edited, save, pending }: Props) {
  const navigate = useNavigate();
  const [previewing, setPreviewing] = useState(false);
  /** The last focused field, where a chosen variable is inserted. */
  const target = useRef<'subject' | 'body'>('body');
  const form = useForm({
    resolver: zodResolver(emailTemplateSchema),
    defaultValues: edited?.values ?? emptyEmailTemplate,
  });
  const { watch, getValues } = form;
  const { isDirty } = form.formState;
  const [subject, body] = watch(['subject', 'body']);

  const insert = (token: string) => {
    const field = target.current;
    const control = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${field}"]`);
    const text = getValues(field);
    if (!control) return;
    const { selectionStart: start, selectionEnd: end } = control;
    applyEdit(control, insertWords({ text, start: start ?? text.length, end: end ?? text.length }, token));
  };

  const { submit, conflict, choose, close } = useMergedSave<EmailTemplateValues, EmailTemplateInput>(
    form,
    edited,
    {
      labels: templateLabels,
      save: async (template, readAt) => {
        await (readAt ? save(template, readAt) : save(template));
        navigate(list(), { state: SAVED_STATE });
        return undefined;
      },
    },
  );

  return (
    <Form
      form={form}
      beginsHere={!edited}
      onSubmit={submit}
      className={`grid grid-cols-1 items-start gap-6 ${previewing ? 'xl:grid-cols-[minmax(0,1fr)_26rem]' : 'lg:grid-cols-[minmax(0,1fr)_18rem]'}`}
    >
      <UnsavedChanges when={isDirty} />
      {conflict && (
        <MergeDialog
          conflict={conflict}
          labels={templateLabels}
          show={(field, values) => formatValue(field, values[field])}
          onChoose={choose}
          onClose={close}
        />
      )}
      <div className="space-y-5 rounded-xl border border-line bg-paper p-5">
        {!edited && !body && (
          <TemplateChoice
            templates={templateLibrary}
            onInsert={({ id: _id, ...template }) => form.reset(template, { keepDefaultValues: true })}
          />
        )}
        <TextField<EmailTemplateValues> name="name" label={templateLabels.name} required />
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <SelectField<EmailTemplateValues>
            name="tone"
            label={templateLabels.tone}
            required
            options={tones}
          />
          <SelectField<EmailTemplateValues>
            name="sector"
            label={templateLabels.sector}
            emptyOption="Tous les secteurs"
            options={sectors}
          />
        </div>
        <TextField<EmailTemplateValues>
          name="subject"
          label={templateLabels.subject}
          required
          error={faultHint(subject)}
          onFocus={() => {
            target.current = 'subject';
          }}
        />
        <MessageField<EmailTemplateValues>
          name="body"
          label={templateLabels.body}
          error={faultHint(body)}
          hint={`${body.length} / 5000 caractères. Une ligne vide sépare les paragraphes; « - » ou « 1. » commence une liste; **gras**, *italique*, [texte](adresse).`}
          onFocus={() => {
            target.current = 'body';
          }}
        />
        {(subject || body) && <RemarkList remarks={lintMessage(subject, body)} />}
        <FormActions pending={pending} cancelTo={list()}>
          <Button variant="ghost" aria-expanded={previewing} onClick={() => setPreviewing(!previewing)}>
            {previewing ? 'Masquer' : 'Aperçu'}
          </Button>
        </FormActions>
      </div>
      <div className="min-w-0 space-y-6 max-lg:contents lg:sticky lg:top-20">
        <VariablePanel onInsert={insert} isCompact={previewing} />
        {previewing && <TemplatePreview subject={subject} body={body} />}
      </div>
    </Form>
  );
}

/** The variables of a template: each button inserts its own at the cursor, in the subject or the message. */
function VariablePanel({ onInsert, isCompact }: { onInsert: (token: string) => void; isCompact: boolean }) {
  const detail = isCompact ? 'hidden' : 'max-lg:hidden';
  const choice = (name: string, label: string, example: string) => (
    <li key={name}>
      <button
        type="button"
        onClick={() => onInsert(`{${name}}`)}
        className="flex min-h-9 w-full flex-col justify-center rounded-lg border border-line px-3 py-1 text-left hover:border-spruce"
      >
        <span className="flex flex-wrap justify-between gap-x-3">
          <span className="font-medium">{label}</span>
          <span className={`font-mono text-sm text-slate ${detail}`}>{`{${name}}`}</span>
        </span>
        <span className={`text-sm text-slate ${detail}`}>{example}</span>
      </button>
    </li>
  );
  const listClass = `mt-3 flex flex-wrap gap-1.5 ${isCompact ? '' : 'lg:flex-col'}`;
  return (
    <aside
      aria-labelledby="titre-variables"
      className="rounded-xl border border-line bg-paper p-5 max-lg:order-first"
    >
      <h2 id="titre-variables" className="font-semibold">
        Variables
      </h2>
      <p className="mt-1 text-sm text-slate">
        Choisissez-en une pour l’insérer à l’endroit du curseur, dans le sujet ou le message.
      </p>
      <ul className={listClass}>
        {Object.entries(templateVariables).map(([name, label]) =>
          choice(name, label, sampleContact[name as keyof typeof templateVariables]),
        )}
      </ul>
      <h3 className="mt-4 text-sm font-semibold">Avec l’article</h3>
      <ul aria-label="Variables avec l’article" className={listClass}>
        {Object.entries(templateForms).map(([name, example]) => choice(name, `« ${name} »`, example))}
      </ul>
      <p className="mt-3 text-sm text-slate">
        Pour un contact sans cette information, écrivez un texte de rechange&nbsp;:{' '}
        <span className="font-mono">{'{nom|Madame, Monsieur}'}</span>
      </p>
    </aside>
  );
}
