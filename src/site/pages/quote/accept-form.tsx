import { zodResolver } from '@hookform/resolvers/zod';
import type { AcceptsBy } from '@quote/quote-document.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { firstAuthority } from '@/shared/data/quote-acceptance.schema';
import { useBrowserDraft } from '@/shared/lib/browser-draft';
import { Button } from '@/shared/ui/button';
import { Form, TextField } from '@/shared/ui/form-fields';
import { useJoinedPdf } from '@/shared/ui/pdf-field';
import type { publicQuote } from '@/site/data/public-quotes';
import {
  type AcceptanceInput,
  type AcceptanceValues,
  acceptanceSchema,
  emptyAcceptance,
} from '@/site/data/public-quotes.schema';
import { refusalOf } from '@/site/lib/refusal';
import { Failure } from '@/site/ui/answer-parts';
import { CouncilPower } from './council-power';

type Draft = { values: AcceptanceValues; isCodeSent: boolean };

type Props = {
  token: string;
  api: ReturnType<typeof publicQuote>;
  /** Masked address that receives the code, « g•••@ville.qc.ca ». */
  emailHint: string;
  acceptsBy: AcceptsBy;
  onCancel: () => void;
};

const detailFields = [
  'name',
  'jobTitle',
  'authority',
  'resolutionNumber',
  'resolutionDate',
  'purchaseOrder',
] as (keyof AcceptanceValues)[];

/** « Accepter »: the person, their authority in a council, then the six digits sent to the quote's address. */
export function AcceptForm({ token, api, emailHint, acceptsBy, onCancel }: Props) {
  const isPerson = acceptsBy === 'person';
  // A phone may reload the page while its owner reads the code in the mail program. The code itself is not kept.
  const draft = useBrowserDraft<Draft>(
    `devis:${token}`,
    (): Draft => ({ values: { ...form.getValues(), code: '' }, isCodeSent }),
    { pause: 0, place: 'sessionStorage' },
  );
  const kept = draft.found?.value;
  const [isCodeSent, setIsCodeSent] = useState(kept?.isCodeSent ?? false);
  const resolution = useJoinedPdf();
  const sendCode = useMutation(api.sendCode());
  const accept = useMutation(api.accept());
  const isBusy = sendCode.isPending || accept.isPending;
  const form = useForm<AcceptanceValues, unknown, AcceptanceInput>({
    resolver: zodResolver(acceptanceSchema),
    defaultValues: {
      ...emptyAcceptance,
      ...kept?.values,
      // A saved authority counts only if it is among those of this client.
      authority:
        kept?.values.authority === 'delegation' && !isPerson ? 'delegation' : firstAuthority(acceptsBy),
    },
  });
  const { keep } = draft;
  useEffect(() => {
    if (isCodeSent) keep();
    return form.subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        keep();
        // An error that only went when its field is left would move the button from under the press that leaves it.
        if (name && form.getFieldState(name as keyof AcceptanceValues).error)
          void form.trigger(name as keyof AcceptanceValues);
      },
    });
  }, [form, keep, isCodeSent]);
  useEffect(() => {
    form.setFocus('name');
  }, [form]);

  const askCode = async () => {
    if (isBusy || resolution.error || !(await form.trigger(detailFields, { shouldFocus: true }))) return;
    sendCode.mutate(undefined, {
      onSuccess: () => {
        setIsCodeSent(true);
        accept.reset();
        form.setValue('code', '');
        // The field must be rendered before it takes the focus.
        setTimeout(() => form.setFocus('code'));
      },
    });
  };

  const onValid = (acceptance: AcceptanceInput) => {
    if (isBusy || resolution.error) return;
    accept.mutate(
      { acceptance, resolution: acceptance.authority === 'resolution' ? resolution.file : undefined },
      {
        onSuccess: draft.drop,
        onError: (error) => {
          const { code, message = '', fields = {} } = refusalOf(error) ?? {};
          if (code?.startsWith('code_')) form.setError('code', { message }, { shouldFocus: true });
          for (const [field, text] of Object.entries(fields)) {
            if (field === 'resolutionFile') resolution.refuse(text);
            else form.setError(field as keyof AcceptanceValues, { message: text });
          }
        },
      },
    );
  };

  const refusal = accept.isError ? refusalOf(accept.error) : undefined;
  // An authority that this client does not have shows no field for its error.
  const isShownByField =
    refusal?.code?.startsWith('code_') ||
    Object.keys(refusal?.fields ?? {}).some((field) => field !== 'authority');
  return (
    <Form
      form={form}
      aria-label="Accepter le devis"
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (isCodeSent) void form.handleSubmit(onValid)(event);
        else void askCode();
      }}
    >
      {isPerson && <p>Vous acceptez en votre nom ou pour votre entreprise.</p>}
      <TextField<AcceptanceValues> name="name" label="Votre nom" required autoComplete="name" />
      <TextField<AcceptanceValues>
        name="jobTitle"
        label="Votre fonction"
        hint={`Par exemple\u00a0: ${isPerson ? 'directrice, propriétaire' : 'directrice générale'}`}
        required
        autoComplete="organization-title"
      />
      {!isPerson && <CouncilPower resolution={resolution} />}
      {isCodeSent && (
        <TextField<AcceptanceValues>
          name="code"
          label="Code à six chiffres"
          hint={`Envoyé à ${emailHint}, valable 10\u00a0minutes. Rien reçu? Regardez dans les indésirables.`}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
        />
      )}
      {!isCodeSent && (
        <p className="text-sm text-slate">
          Pour confirmer, nous envoyons un code à six chiffres à l’adresse du devis,{' '}
          <span className="wrap-anywhere">{emailHint}</span>.
        </p>
      )}
      {sendCode.isError && <Failure error={sendCode.error} title="Le code n’a pas pu être envoyé." />}
      {accept.isError && !isShownByField && (
        <Failure error={accept.error} title="L’acceptation n’a pas pu être enregistrée." />
      )}
      <p role="status" className="sr-only">
        {sendCode.isSuccess && 'Le code est envoyé.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {isCodeSent ? (
          <>
            <Button type="submit" variant="accent" pending={accept.isPending}>
              Accepter le devis
            </Button>
            <Button variant="outline" pending={sendCode.isPending} onClick={askCode}>
              Renvoyer un code
            </Button>
          </>
        ) : (
          <Button type="submit" variant="accent" pending={sendCode.isPending}>
            Recevoir le code
          </Button>
        )}
        <Button variant="ghost" onClick={onCancel}>
          Retour
        </Button>
      </div>
    </Form>
  );
}
