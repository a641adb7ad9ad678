import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { authorities } from '@/shared/data/quote-acceptance';
import { frenchDay } from '@/shared/lib/french-day';
import { readDay } from '@/shared/lib/typed-day';
import { Button } from '@/shared/ui/button';
import { Form, TextField } from '@/shared/ui/form-fields';
import { PdfField, useJoinedPdf } from '@/shared/ui/pdf-field';
import { type publicQuote, refusalOf } from '@/site/data/public-quotes';
import {
  type AcceptanceInput,
  type AcceptanceValues,
  acceptanceSchema,
  emptyAcceptance,
} from '@/site/data/public-quotes.schema';
import { forgetAcceptDraft, loadAcceptDraft, saveAcceptDraft } from './accept-draft';
import { Failure } from './quote-parts';

type Props = {
  token: string;
  api: ReturnType<typeof publicQuote>;
  /** Where the code goes, « g•••@ville.qc.ca ». */
  emailHint: string;
  onCancel: () => void;
};

const details = [
  ...['name', 'jobTitle', 'authority', 'resolutionNumber', 'resolutionDate', 'purchaseOrder'],
] as (keyof AcceptanceValues)[];

/** « Accepter »: who accepts and by what right, then the six digits that the address of the quote receives. */
export function AcceptForm({ token, api, emailHint, onCancel }: Props) {
  const [kept] = useState(() => loadAcceptDraft(token));
  const [isCodeSent, setIsCodeSent] = useState(kept?.isCodeSent ?? false);
  const resolution = useJoinedPdf();
  const sendCode = useMutation(api.sendCode());
  const accept = useMutation(api.accept());
  const isBusy = sendCode.isPending || accept.isPending;
  const form = useForm<AcceptanceValues, unknown, AcceptanceInput>({
    resolver: zodResolver(acceptanceSchema),
    defaultValues: kept?.values ?? emptyAcceptance,
  });
  const values = useWatch({ control: form.control }) as AcceptanceValues;
  useEffect(() => {
    saveAcceptDraft(token, { values, isCodeSent });
  }, [token, values, isCodeSent]);
  useEffect(() => {
    form.setFocus('name');
  }, [form]);

  const askCode = async () => {
    if (isBusy || resolution.error || !(await form.trigger(details, { shouldFocus: true }))) return;
    sendCode.mutate(undefined, {
      onSuccess: () => {
        setIsCodeSent(true);
        accept.reset();
        form.setValue('code', '');
        // The field is drawn first.
        setTimeout(() => form.setFocus('code'));
      },
    });
  };

  /** In words: « 9/11/2026 » shows whether it was read as the person meant it. */
  const showDayAsRead = ({ target }: { target: HTMLInputElement }) => {
    const day = readDay(target.value);
    if (day) form.setValue('resolutionDate', frenchDay(day), { shouldValidate: true });
  };

  const onValid = (acceptance: AcceptanceInput) => {
    if (isBusy || resolution.error) return;
    accept.mutate(
      { acceptance, resolution: acceptance.authority === 'resolution' ? resolution.file : undefined },
      {
        onSuccess: () => forgetAcceptDraft(token),
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
  const isSaidBeside = refusal?.code?.startsWith('code_') || Object.keys(refusal?.fields ?? {}).length > 0;
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
      <TextField<AcceptanceValues> name="name" label="Votre nom" required autoComplete="name" />
      <TextField<AcceptanceValues>
        name="jobTitle"
        label="Votre fonction"
        hint="Par exemple&nbsp;: directrice générale"
        required
        autoComplete="organization-title"
      />
      <fieldset>
        <legend className="mb-1.5 text-[0.95rem] font-semibold">
          Ce qui autorise la dépense
          <span aria-hidden="true" className="text-sumac">
            {' '}
            *
          </span>
        </legend>
        {Object.entries(authorities).map(([value, label]) => (
          <label key={value} className="flex min-h-10 items-center gap-3">
            <input
              type="radio"
              value={value}
              {...form.register('authority')}
              className="size-5 shrink-0 accent-spruce"
            />
            {label}
          </label>
        ))}
      </fieldset>
      {values.authority === 'resolution' ? (
        <>
          <TextField<AcceptanceValues>
            name="resolutionNumber"
            label="Numéro de la résolution"
            required
            autoComplete="off"
          />
          <TextField<AcceptanceValues>
            name="resolutionDate"
            label="Date de la résolution"
            hint="Par exemple&nbsp;: 9&nbsp;novembre 2026 ou 2026-11-09"
            required
            autoComplete="off"
            rules={{ onBlur: showDayAsRead }}
          />
          <PdfField label="Copie de la résolution" joined={resolution} />
        </>
      ) : (
        <TextField<AcceptanceValues>
          name="purchaseOrder"
          label="Numéro du bon de commande"
          required
          autoComplete="off"
        />
      )}
      {isCodeSent && (
        <TextField<AcceptanceValues>
          name="code"
          label="Code à six chiffres"
          hint={`Envoyé à ${emailHint}, valable 15\u00a0minutes. Rien reçu? Regardez dans les indésirables.`}
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
      {accept.isError && !isSaidBeside && (
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
