import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '@/shared/ui/button';
import { Form, TextField } from '@/shared/ui/form-fields';

/** Six digits; applications show them in two groups. */
const schema = z.object({
  code: z
    .string()
    .transform((typed) => typed.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Le code compte six chiffres')),
});

type Values = z.input<typeof schema>;

/** Asks for the code of an authenticator application; a refused one stays, to be corrected. */
export function TotpCodeForm({
  label,
  submitLabel,
  pending,
  error,
  onSubmit,
  onCancel,
}: {
  /** Accessible name of the form. */
  label: string;
  submitLabel: string;
  pending: boolean;
  /** Reason why the last code was refused. */
  error?: string | undefined;
  onSubmit: (code: string) => void;
  onCancel?: () => void;
}) {
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { code: '' },
    reValidateMode: 'onSubmit',
  });
  return (
    <Form
      form={form}
      aria-label={label}
      onSubmit={form.handleSubmit(({ code }) => {
        if (!pending) onSubmit(code);
      })}
      className="space-y-5"
    >
      <TextField<Values>
        name="code"
        label="Code à six chiffres"
        hint="Celui que montre votre application d’authentification."
        error={error}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        required
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={pending}>
          {submitLabel}
        </Button>
        {onCancel && (
          <Button variant="outline" onClick={onCancel}>
            Annuler
          </Button>
        )}
      </div>
    </Form>
  );
}
