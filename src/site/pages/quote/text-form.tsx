import { zodResolver } from '@hookform/resolvers/zod';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '@/shared/ui/button';
import { Form, TextAreaField, TextField } from '@/shared/ui/form-fields';
import { refusalOf } from '@/site/data/public-quotes';
import { type SignedText, signedTextSchema } from '@/site/data/public-quotes.schema';
import { Failure } from './quote-parts';

type Props = {
  options: UseMutationOptions<unknown, Error, SignedText>;
  title: string;
  /** Of the text. */
  label: string;
  submitLabel: string;
  failure: string;
  onDone?: () => void;
  onCancel: () => void;
};

/** A name and a text: a question about the quote, or why it is refused. */
export function TextForm({ options, title, label, submitLabel, failure, onDone, onCancel }: Props) {
  const send = useMutation(options);
  const form = useForm<SignedText>({
    resolver: zodResolver(signedTextSchema),
    defaultValues: { name: '', text: '' },
  });
  useEffect(() => {
    form.setFocus('name');
  }, [form]);
  const onValid = (said: SignedText) => {
    if (send.isPending) return;
    send.mutate(said, {
      onSuccess: () => onDone?.(),
      onError: (error) => {
        for (const [field, message] of Object.entries(refusalOf(error)?.fields ?? {}))
          form.setError(field === 'name' ? 'name' : 'text', { message });
      },
    });
  };
  return (
    <Form form={form} aria-label={title} onSubmit={form.handleSubmit(onValid)} className="space-y-5">
      <TextField<SignedText> name="name" label="Votre nom" required autoComplete="name" />
      <TextAreaField<SignedText> name="text" label={label} required rows={5} maxLength={2000} />
      {send.isError && <Failure error={send.error} title={failure} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="accent" pending={send.isPending}>
          {submitLabel}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Retour
        </Button>
      </div>
    </Form>
  );
}
