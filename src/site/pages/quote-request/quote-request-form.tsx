import { organizationTypes, serviceTypes } from '@contract/quote-request';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { requestNumber } from '@/shared/data/quote-requests';
import { readDraft, useBrowserDraft } from '@/shared/lib/browser-draft';
import { errorStatus } from '@/shared/lib/errors';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { notify } from '@/shared/lib/notify';
import { siteConfig } from '@/shared/lib/site-config';
import { Button } from '@/shared/ui/button';
import { Form, SelectField, TextAreaField, TextField } from '@/shared/ui/form-fields';
import { formAction, quoteRequests } from '@/site/data/quote-requests';
import {
  emptyQuoteRequest,
  type QuoteRequestInput,
  type QuoteRequestValues,
  quoteRequestSchema,
} from '@/site/data/quote-requests.schema';
import { withQueries } from '@/site/lib/with-queries';
import { useHydrated } from '@/site/ui/use-hydrated';
import {
  FORM_TITLE_ID,
  prefilledMessage,
  REQUEST_DRAFT,
  readPrefill,
  requestOf,
  typedBeforeScript,
  typedRequest,
} from './quote-request-draft';
import { MarketingConsent, PrivacyNotice, SendFailure, SendSuccess } from './quote-request-notices';

/** Shortest time in which a person fills in five required fields, in ms. */
const MIN_FILL_TIME = 3000;

const FAILURE_MESSAGE = 'Une erreur est survenue. Veuillez réessayer ou nous contacter directement.';
const TOO_MANY =
  'Trop de demandes ont été envoyées. Veuillez réessayer dans une dizaine de minutes ou nous écrire directement.';

const NOT_PROVEN =
  'La vérification anti-robot n’est pas terminée. Attendez qu’elle le soit, puis envoyez de nouveau.';

const AntiRobotCheck = lazy(() => import('./anti-robot-check').then((m) => ({ default: m.AntiRobotCheck })));

/**
 * The quote request form. What is typed survives a failed send and a closed tab; the request is sent once however many
 * times the button is pressed. Until its script has come the browser checks and posts it by itself (docs/decisions/0040).
 */
export const QuoteRequestForm = withQueries(function QuoteRequestForm() {
  const isHydrated = useHydrated();
  // Read before the first commit, which writes the default values into the fields.
  const [typed] = useState(typedBeforeScript);
  const form = useForm({
    resolver: zodResolver(quoteRequestSchema),
    defaultValues: { ...emptyQuoteRequest, ...typed },
  });
  const { getValues, reset, setValue, subscribe } = form;
  const { isSubmitting } = form.formState;
  const queryClient = useQueryClient();
  const send = useMutation(quoteRequests.send());
  const [outcome, setOutcome] = useState<'restored' | 'sent'>();
  /** Number of the request that was sent. */
  const [number, setNumber] = useState('');
  const honeypot = useRef<HTMLInputElement>(null);
  const sending = useRef(false);
  const siteKey = siteConfig.turnstileKey;
  /** Number of anti-robot checks so far: each proof can be used once. */
  const [checks, setChecks] = useState(0);
  const [proof, setProof] = useState('');
  /** Moment of the visitor's first input, on the monotonic clock. */
  const startedAt = useRef(0);
  /** The form's values before any typing. */
  const initialValues = useRef(emptyQuoteRequest);
  const { keep, take, drop } = useBrowserDraft<QuoteRequestValues>(
    REQUEST_DRAFT,
    () => typedRequest(getValues(), initialValues.current),
    { pause: 0 },
  );
  const search = useSearchParams()[0].toString();
  const { service } = readPrefill(new URLSearchParams(search));

  const restore = useEffectEvent((service: QuoteRequestValues['service_type']) => {
    // Another link of the page changes the service, and the draft is read again so that the input is kept.
    const stored = readDraft<Partial<Record<string, unknown>>>(REQUEST_DRAFT)?.value;
    const draft = stored && requestOf(stored);
    take();
    // A restored draft was filled in earlier: it may be sent at once.
    startedAt.current = draft ? Number.NEGATIVE_INFINITY : performance.now();
    // The visitor's earlier choices take precedence over the link that brought them back.
    if (draft) {
      reset({ ...draft, service_type: draft.service_type || service, ...typed });
      setOutcome('restored');
    } else if (service) {
      initialValues.current = { ...emptyQuoteRequest, service_type: service };
      reset({ ...initialValues.current, ...typed });
    }
  });
  useEffect(() => {
    restore(service);
    return subscribe({ formState: { values: true }, callback: keep });
  }, [subscribe, service, keep]);

  useEffect(() => {
    const writeMessage = async () => {
      // Loaded on demand: only visitors who come from a tour or an estimate need it.
      const message = await prefilledMessage(search, queryClient);
      if (!message || getValues('message')) return;
      initialValues.current = { ...initialValues.current, message };
      setValue('message', message);
    };
    // Without what the link names the form is the ordinary one.
    writeMessage().catch(() => undefined);
  }, [search, queryClient, getValues, setValue]);

  const startOver = () => {
    initialValues.current = emptyQuoteRequest;
    drop();
    reset(emptyQuoteRequest);
    startedAt.current = performance.now();
  };

  const onValid = async (request: QuoteRequestInput) => {
    // Two submissions in the same instant both pass validation before `isSubmitting` is rendered.
    if (sending.current) return;
    if (siteKey && !proof) return notify.error(NOT_PROVEN);
    sending.current = true;
    const id = crypto.randomUUID?.();
    setNumber('');
    try {
      // A filled honeypot means a robot: it gets the same success message and learns nothing.
      if (!honeypot.current?.value) {
        // A form filled too quickly comes from a robot or a browser's autofill: it is delayed, never refused.
        const delay = Math.max(0, MIN_FILL_TIME - (performance.now() - startedAt.current));
        await new Promise((resolve) => setTimeout(resolve, delay));
        await send.mutateAsync({ id, request, proof: siteKey && proof });
      }
      startOver();
      // The edge function that checks a proof chooses the number itself.
      if (id && !siteKey) setNumber(requestNumber(id));
      setOutcome('sent');
      notify.success(
        'Nous vous contacterons sous peu pour discuter de votre projet.',
        'Demande envoyée avec succès',
      );
    } catch (error) {
      setOutcome(undefined);
      notify.error(errorStatus(error) === 429 ? TOO_MANY : FAILURE_MESSAGE);
    } finally {
      setProof('');
      setChecks((count) => count + 1);
      sending.current = false;
    }
  };

  const required = { required: true, checkedByBrowser: !isHydrated };
  return (
    <Form
      form={form}
      onSubmit={form.handleSubmit(onValid)}
      aria-labelledby={FORM_TITLE_ID}
      method="post"
      action={formAction}
      noValidate={isHydrated}
      onFocus={() => setChecks((count) => count || 1)}
      className="space-y-6 rounded-2xl border border-line bg-paper p-5 sm:p-8"
    >
      <div>
        <h2 id={FORM_TITLE_ID} className="text-[1.4rem] font-bold sm:text-2xl">
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
              // Rendered before the focus moves: this button disappears.
              flushSync(() => {
                startOver();
                setOutcome(undefined);
              });
              form.setFocus('organization_name');
            }}
          >
            Repartir de zéro
          </Button>
        </p>
      )}

      {siteKey && (
        <noscript>
          <p className="rounded-lg bg-amber-pale px-4 py-3 text-amber-ink">
            Ce formulaire a besoin de JavaScript. Sans lui, écrivez-nous à{' '}
            <a className="font-semibold underline" href={mailtoHref(siteConfig.contactEmail)}>
              {siteConfig.contactEmail}
            </a>
            &nbsp;: nous vous répondrons de la même façon.
          </p>
        </noscript>
      )}

      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        <TextField<QuoteRequestValues>
          name="organization_name"
          label="Nom de l’organisation"
          {...required}
          minLength={2}
          autoComplete="organization"
        />
        <SelectField<QuoteRequestValues>
          name="organization_type"
          label="Type d’organisation"
          {...required}
          emptyOption="Sélectionnez…"
          options={organizationTypes}
        />
        <TextField<QuoteRequestValues>
          name="contact_name"
          label="Votre nom"
          {...required}
          minLength={2}
          autoComplete="name"
        />
        <TextField<QuoteRequestValues>
          name="email"
          label="Adresse courriel"
          {...required}
          type="email"
          autoComplete="email"
        />
        <TextField<QuoteRequestValues> name="phone" label="Téléphone" type="tel" autoComplete="tel" />
        <SelectField<QuoteRequestValues>
          name="service_type"
          label="Type de service"
          {...required}
          emptyOption="Sélectionnez…"
          options={serviceTypes}
        />
      </div>
      <TextAreaField<QuoteRequestValues>
        name="message"
        label="Message"
        hint="Lieux à capter, échéance, budget s’il est connu&nbsp;: tout ce qui nous aide à préparer votre soumission."
        rows={6}
      />

      <MarketingConsent />

      {/* Honeypot: invisible, not focusable, hidden from screen readers, with a name that no autofill knows. */}
      <div aria-hidden="true" className="absolute -left-[200vw] h-0 overflow-hidden">
        <label>
          Ne rien écrire ici
          <input ref={honeypot} name="reference_interne" type="text" tabIndex={-1} autoComplete="off" />
        </label>
      </div>

      <PrivacyNotice />
      {siteKey && checks > 0 && (
        <Suspense fallback={<div className="min-h-20" />}>
          <AntiRobotCheck key={checks} siteKey={siteKey} onToken={setProof} />
        </Suspense>
      )}
      {send.isError && !isSubmitting && <SendFailure tooMany={errorStatus(send.error) === 429} />}
      <div className="flex flex-wrap items-center gap-4">
        {/* The check needs a script; without one the Enter key must not submit either. */}
        <Button
          type="submit"
          variant="accent"
          pending={isSubmitting}
          disabled={Boolean(siteKey) && !isHydrated}
        >
          {isSubmitting ? 'Envoi en cours…' : 'Envoyer la demande'}
        </Button>
        <p role="status" className="font-medium text-spruce">
          {outcome === 'sent' && <SendSuccess key={number} number={number} />}
        </p>
      </div>
    </Form>
  );
});
