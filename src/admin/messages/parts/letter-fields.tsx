import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { ConfirmDialogContent } from '@/admin/kit/ui/confirm-dialog-content';
import { TemplateChoice } from '@/admin/kit/ui/template-choice';
import { TextAreaField, TextField } from '@/shared/ui/form-fields';
import { emailTemplates } from '../data/email-templates';
import { tables } from '../data/tables';

const { fields } = tables.email_templates;

type Letter = { subject: string; body: string };
type Template = Letter & { id: string; name: string };

/** Value of the choice without a template: the document's own letter. */
const USUAL_TEMPLATE = 'usual';

/**
 * The subject and the text of a letter, in the surrounding form, and a choice among the e-mail templates. What was
 * typed is replaced only after a question.
 *
 * @param usual the ready-made letter, which the form begins with
 * @param fill fills a template, and lists the variables that the document lacks
 */
export function LetterFields({
  name,
  usual,
  fill,
}: {
  /** Name of the ready-made letter: « Lettre habituelle du devis ». */
  name: string;
  usual: Letter;
  fill: (template: Letter) => { text: Letter; gaps: string[] };
}) {
  const form = useFormContext<Letter>();
  const templates = useQuery(emailTemplates.list());
  // The last generated text: any other text was typed.
  const [written, setWritten] = useState(usual);
  const [gaps, setGaps] = useState<string[]>([]);
  const [pendingLetter, setPendingLetter] = useState<Template>();
  const write = (letter: Template) => {
    const { text, gaps: left } = letter.id === USUAL_TEMPLATE ? { text: usual, gaps: [] } : fill(letter);
    form.reset({ ...form.getValues(), ...text });
    setWritten(text);
    setGaps(left);
    setPendingLetter(undefined);
  };
  const insert = (letter: Template) => {
    const { subject, body } = form.getValues();
    if (subject === written.subject && body === written.body) write(letter);
    else setPendingLetter(letter);
  };
  return (
    <>
      {templates.data && templates.data.length > 0 && (
        <TemplateChoice
          templates={[{ id: USUAL_TEMPLATE, name, ...usual }, ...templates.data]}
          onInsert={insert}
        />
      )}
      {gaps.length > 0 && (
        <p role="status" className="rounded-lg bg-amber-pale px-3 py-2 text-sm text-amber-ink">
          Le modèle demande ce que le document ne dit pas&nbsp;: {gaps.join(', ')}. Relisez le texte.
        </p>
      )}
      <TextField<Letter> name="subject" label="Sujet" required maxLength={200} />
      <TextAreaField<Letter> name="body" label={fields.body} required rows={11} maxLength={10_000} />
      <ConfirmDialogContent
        open={pendingLetter !== undefined}
        onOpenChange={() => setPendingLetter(undefined)}
        title="Remplacer ce que vous avez écrit?"
        description={`Le sujet et le texte deviennent ceux de «\u00a0${pendingLetter?.name ?? ''}\u00a0».`}
        confirmLabel="Remplacer"
        onConfirm={() => {
          if (pendingLetter) write(pendingLetter);
        }}
      />
    </>
  );
}
