import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { organizationTypes, serviceTypes } from '@/shared/data/quote-requests';
import { errorStatus } from '@/shared/lib/errors';
import { notify } from '@/shared/lib/notify';
import { Button } from '@/shared/ui/button';
import { controlClass, Field } from '@/shared/ui/field';
import { publicQuotes } from '@/site/data/quote-requests';
import { emptyQuote, type QuoteRequestInput, quoteSchema } from '@/site/data/quote-requests.schema';
import { publicTours } from '@/site/data/tours';
import { withQueries } from '@/site/lib/with-queries';
import { QuotePrivacy } from './quote-request-notices';
import { MarketingConsent } from './marketing-consent-box';
import { loadDraft, saveDraft } from './quote-request-draft';
import { QuoteFailure } from './quote-failure';
import { remainingFillTime } from './quote-guard';
import { firstWords, readPrefill } from './quote-prefill';

const FAILED = 'Une erreur est survenue. Veuillez réessayer ou nous contacter directement.';
const TOO_MANY =
  'Trop de demandes ont été envoyées. Veuillez réessayer dans une dizaine de minutes ou nous écrire directement.';

/** As tall as the text inputs beside it: browsers give selects a smaller line. */
const selectClass = `${controlClass} h-[2.875rem]`;

/** The choices of a record of labels, after an invitation to choose. */
function Options({ labels }: { labels: Record<string, string> }) {
  return (
    <>
      <option value="">Sélectionnez…</option>
      {Object.entries(labels).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  );
}

/**
 * The quote request. What is typed survives a failed send and a closed tab; it is sent once however many times the
 * button is pressed.
 */
export const QuoteForm = withQueries(function QuoteForm() {
  const form = useForm({ resolver: zodResolver(quoteSchema), defaultValues: emptyQuote });
  const { getValues, register, reset, setValue, subscribe } = form;
  const { errors, isSubmitting } = form.formState;
  const send = useMutation(publicQuotes.send());
  const [outcome, setOutcome] = useState<'restored' | 'sent'>();
  const trap = useRef<HTMLInputElement>(null);
  const sending = useRef(false);
  /** When the filling began, on a clock that never goes back. */
  const startedAt = useRef(0);
  /** What the form holds without a key having been pressed. */
  const untouched = useRef(emptyQuote);
  const { service, slug = '' } = readPrefill(useSearchParams()[0]);
  const { data: tour } = useQuery({ ...publicTours.bySlug(slug), enabled: slug !== '' });

  useEffect(() => {
    const draft = loadDraft();
    // A restored draft was filled in earlier: its owner may send it at once.
    startedAt.current = draft ? Number.NEGATIVE_INFINITY : performance.now();
    // What somebody chose earlier weighs more than the link that brought them back.
    if (draft) {
      reset({ ...draft, service_type: draft.service_type || service });
      setOutcome('restored');
    } else if (service) {
      untouched.current = { ...emptyQuote, service_type: service };
      reset(untouched.current);
    }
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => saveDraft(values, untouched.current),
    });
  }, [reset, subscribe, service]);

  useEffect(() => {
    if (!tour || getValues('message')) return;
    const message = firstWords(tour);
    untouched.current = { ...untouched.current, message };
    setValue('message', message);
  }, [tour, getValues, setValue]);

  const startAgain = () => {
    untouched.current = emptyQuote;
    saveDraft(emptyQuote);
    reset(emptyQuote);
    startedAt.current = performance.now();
  };

  const onValid = async (request: QuoteRequestInput) => {
    // Two presses in the same instant are both checked before either is seen to be under way.
    if (sending.current) return;
    sending.current = true;
    try {
      // A robot filled the field that people cannot see: it is shown the same success, so that it learns nothing.
      if (!trap.current?.value) {
        const wait = remainingFillTime(performance.now() - startedAt.current);
        await new Promise((resolve) => setTimeout(resolve, wait));
        await send.mutateAsync(request);
      }
      startAgain();
      setOutcome('sent');
      notify.success(
        'Nous vous contacterons sous peu pour discuter de votre projet.',
        'Demande envoyée avec succès',
      );
    } catch (error) {
      setOutcome(undefined);
      notify.error(errorStatus(error) === 429 ? TOO_MANY : FAILED);
    } finally {
      sending.current = false;
    }
  };

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(onValid)}
      aria-labelledby="titre-formulaire"
      className="space-y-6 rounded-2xl border border-line bg-paper p-5 sm:p-8"
    >
      <div>
        <h2 id="titre-formulaire" className="text-[1.4rem] font-bold sm:text-2xl">
          Parlez-nous de votre projet
        </h2>
        <p className="mt-2 text-slate">
          Les champs marqués d’un <span className="text-sumac">*</span> sont obligatoires.
        </p>
      </div>

      {outcome === 'restored' && (
        <p className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-spruce-pale px-4 py-3">
          Nous avons retrouvé votre brouillon.
          <Button
            variant="outline"
            size="sm"
            onClick={() => {
              // The emptied fields are there to take the focus only once they are drawn again.
              flushSync(() => {
                startAgain();
                setOutcome(undefined);
              });
              form.setFocus('organization_name');
            }}
          >
            Repartir de zéro
          </Button>
        </p>
      )}

      <div className="grid gap-6 sm:grid-cols-2">
        <Field label="Nom de l'organisation" required error={errors.organization_name?.message}>
          {(control) => (
            <input
              {...control}
              {...register('organization_name')}
              autoComplete="organization"
              className={controlClass}
            />
          )}
        </Field>
        <Field label="Type d'organisation" required error={errors.organization_type?.message}>
          {(control) => (
            <select {...control} {...register('organization_type')} className={selectClass}>
              <Options labels={organizationTypes} />
            </select>
          )}
        </Field>
        <Field label="Votre nom" required error={errors.contact_name?.message}>
          {(control) => (
            <input {...control} {...register('contact_name')} autoComplete="name" className={controlClass} />
          )}
        </Field>
        <Field label="Adresse courriel" required error={errors.email?.message}>
          {(control) => (
            <input
              {...control}
              {...register('email')}
              type="email"
              autoComplete="email"
              className={controlClass}
            />
          )}
        </Field>
        <Field label="Téléphone" error={errors.phone?.message}>
          {(control) => (
            <input
              {...control}
              {...register('phone')}
              type="tel"
              autoComplete="tel"
              className={controlClass}
            />
          )}
        </Field>
        <Field label="Type de service" required error={errors.service_type?.message}>
          {(control) => (
            <select {...control} {...register('service_type')} className={selectClass}>
              <Options labels={serviceTypes} />
            </select>
          )}
        </Field>
      </div>
      <Field
        label="Message"
        hint="Lieux à capter, échéance, budget s’il est connu&nbsp;: tout ce qui nous aide à préparer votre soumission."
        error={errors.message?.message}
      >
        {(control) => <textarea {...control} {...register('message')} rows={6} className={controlClass} />}
      </Field>

      <MarketingConsent control={form.control} />

      {/* Seen by robots only: out of sight, of the keyboard's way and of screen readers, and of no known meaning. */}
      <div aria-hidden="true" className="absolute -left-[200vw] h-0 overflow-hidden">
        <label>
          Ne rien écrire ici
          <input ref={trap} name="reference_interne" type="text" tabIndex={-1} autoComplete="off" />
        </label>
      </div>

      <QuotePrivacy />
      {send.isError && !isSubmitting && (
        <QuoteFailure control={form.control} tooMany={errorStatus(send.error) === 429} />
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="accent" pending={isSubmitting}>
          {isSubmitting ? 'Envoi en cours…' : 'Envoyer la demande'}
        </Button>
        <p role="status" className="font-medium text-spruce">
          {outcome === 'sent' && 'C’est envoyé. Vous aurez de nos nouvelles en 24 à 48 heures ouvrables.'}
        </p>
      </div>
    </form>
  );
});
