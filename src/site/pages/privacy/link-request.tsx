import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Button } from '@/shared/ui/button';
import { Form, TextField } from '@/shared/ui/form-fields';
import { requestPersonalLink } from '@/site/data/personal-record';
import { type LinkRequest, linkRequestSchema } from '@/site/data/personal-record.schema';
import { refusalOf } from '@/site/lib/refusal';
import { Failure } from '@/site/ui/answer-parts';
import { useHydrated } from '@/site/ui/use-hydrated';

/** « Recevoir le lien vers ma fiche ». The answer is the same whether the address is known or not. */
export function LinkRequestForm() {
  const request = useMutation(requestPersonalLink());
  // Before its script the form would put the address into the page's own.
  const isReady = useHydrated();
  const form = useForm<LinkRequest>({
    resolver: zodResolver(linkRequestSchema),
    defaultValues: { email: '' },
  });
  const onValid = (values: LinkRequest) => {
    if (request.isPending) return;
    request.mutate(values, {
      onError: (error) => {
        const message = refusalOf(error)?.fields?.email;
        if (message) form.setError('email', { message });
      },
    });
  };
  if (request.isSuccess) {
    return (
      <p role="status" className="rounded-lg bg-spruce-pale px-4 py-3 wrap-anywhere">
        C’est noté. Si nous avons quelque chose au sujet de {request.variables.email}, le lien y arrive dans
        quelques minutes. Un seul message part par jour vers une même boîte&nbsp;: regardez aussi les
        indésirables.
      </p>
    );
  }
  return (
    <Form
      form={form}
      aria-label="Recevoir le lien vers ma fiche"
      onSubmit={form.handleSubmit(onValid)}
      className="space-y-4"
    >
      <TextField<LinkRequest>
        name="email"
        label="Votre courriel"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
      />
      {request.isError && <Failure error={request.error} title="Votre demande n’a pas pu être envoyée." />}
      <Button type="submit" variant="accent" disabled={!isReady} pending={request.isPending}>
        Recevoir le lien vers ma fiche
      </Button>
    </Form>
  );
}
