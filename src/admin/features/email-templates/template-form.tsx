import { zodResolver } from '@hookform/resolvers/zod';
import { unknownVariables } from '@message/template-text.ts';
import type { UseMutationResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { sectors } from '@/admin/data/contacts/contact-labels';
import {
  type EmailTemplateInput,
  type EmailTemplateValues,
  emailTemplateSchema,
} from '@/admin/data/email-templates/email-templates.schema';
import { tones } from '@/admin/data/email-templates/template-labels';
import { FormActions } from '@/admin/ui/form-actions';
import { SAVED, UnsavedChanges } from '@/admin/ui/unsaved-changes';
import { paths } from '@/shared/lib/paths';
import { Button } from '@/shared/ui/button';
import { controlClass, Field } from '@/shared/ui/field';
import { TemplatePreview } from './template-preview';
import { VariablePanel } from './variable-panel';

type Props = {
  initial: EmailTemplateValues;
  save: UseMutationResult<void, Error, EmailTemplateInput>;
  /** Absent for a new template. */
  templateId?: string;
};

const list = paths.admin.emailTemplates.href();

/** What is said under a field while it holds braces that no contact can fill. */
function unknownHint(text: string): string | undefined {
  const unknown = unknownVariables(text);
  if (unknown.length === 0) return undefined;
  return `${unknown.length > 1 ? 'Variables inconnues' : 'Variable inconnue'}\u00a0: ${unknown.join(', ')}. Le template peut être gardé, mais pas envoyé.`;
}

/** A template's form, for creating and for editing, with the variables beside it. */
export function TemplateForm({ initial, save, templateId }: Props) {
  const navigate = useNavigate();
  const [previewing, setPreviewing] = useState(false);
  /** Where a chosen variable goes: the text that had the cursor last. */
  const target = useRef<'subject' | 'body'>('body');
  const form = useForm({ resolver: zodResolver(emailTemplateSchema), defaultValues: initial });
  const { register, watch, getValues, setValue, setFocus, formState } = form;
  const { errors, isDirty } = formState;
  const [subject, body] = watch(['subject', 'body']);

  const insert = (token: string) => {
    const field = target.current;
    const control = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${field}"]`);
    const text = getValues(field);
    const start = control?.selectionStart ?? text.length;
    const end = control?.selectionEnd ?? start;
    setValue(field, text.slice(0, start) + token + text.slice(end), { shouldDirty: true });
    setFocus(field);
    control?.setSelectionRange(start + token.length, start + token.length);
  };

  const submit = (template: EmailTemplateInput) => {
    if (save.isPending) return;
    save.mutate(template, { onSuccess: () => navigate(list, { state: SAVED }) });
  };

  return (
    <form noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-6 lg:grid-cols-[1fr_18rem]">
      <UnsavedChanges when={isDirty && !save.isSuccess} />
      <div className="space-y-5 rounded-xl border border-line bg-paper p-5">
        <Field label="Nom" required error={errors.name?.message}>
          {(control) => <input {...control} {...register('name')} className={controlClass} />}
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Ton" required error={errors.tone?.message}>
            {(control) => (
              <select {...control} {...register('tone')} className={controlClass}>
                {Object.entries(tones).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Secteur" error={errors.sector?.message}>
            {(control) => (
              <select {...control} {...register('sector')} className={controlClass}>
                <option value="">Tous les secteurs</option>
                {Object.entries(sectors).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <Field label="Sujet" required error={errors.subject?.message ?? unknownHint(subject)}>
          {(control) => (
            <input
              {...control}
              {...register('subject')}
              onFocus={() => {
                target.current = 'subject';
              }}
              className={controlClass}
            />
          )}
        </Field>
        <Field
          label="Message"
          required
          error={errors.body?.message ?? unknownHint(body)}
          hint={`${body.length} / 5000 caractères. Une ligne vide sépare les paragraphes; « - » commence une liste; **gras**, *italique*.`}
        >
          {(control) => (
            <textarea
              {...control}
              {...register('body')}
              rows={14}
              onFocus={() => {
                target.current = 'body';
              }}
              className={controlClass}
            />
          )}
        </Field>
        <FormActions pending={save.isPending} cancelTo={list}>
          <Button variant="ghost" aria-expanded={previewing} onClick={() => setPreviewing(!previewing)}>
            {previewing ? 'Masquer' : 'Aperçu'}
          </Button>
        </FormActions>
        {previewing && (
          <TemplatePreview subject={subject} body={body} templateId={templateId} isDirty={isDirty} />
        )}
      </div>
      <VariablePanel onInsert={insert} />
    </form>
  );
}
