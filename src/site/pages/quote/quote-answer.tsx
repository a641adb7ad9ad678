import { zodResolver } from '@hookform/resolvers/zod';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { Check, MessageCircleQuestion, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useBrowserDraft } from '@/shared/lib/browser-draft';
import { formatCents } from '@/shared/lib/money';
import { Button } from '@/shared/ui/button';
import { Form, TextAreaField, TextField } from '@/shared/ui/form-fields';
import { longDay } from '@/shared/ui/quote-sheet';
import type { PublicQuote, publicQuote } from '@/site/data/public-quotes';
import { type SignedText, signedTextSchema } from '@/site/data/public-quotes.schema';
import { refusalOf } from '@/site/lib/refusal';
import { Failure, FocusedTitle, StudioEmail } from '@/site/ui/answer-parts';
import { AcceptForm } from './accept-form';

type Choice = 'accept' | 'question' | 'refuse';

type Props = { quote: PublicQuote; token: string; api: ReturnType<typeof publicQuote> };

/** The possible answers to a quote, or its outcome. */
export function QuoteAnswer({ quote, token, api }: Props) {
  const before = useRef(quote.status);
  return (
    <section
      id="reponse"
      aria-label="Votre réponse"
      className="min-w-0 scroll-mt-24 space-y-5 rounded-xl border border-line bg-paper p-5 print:hidden"
    >
      {quote.status === 'envoyé' ? (
        <Choices quote={quote} token={token} api={api} />
      ) : (
        <EndedQuote quote={quote} justNow={before.current === 'envoyé'} />
      )}
    </section>
  );
}

function Choices({ quote, token, api }: Props) {
  const [choice, setChoice] = useState<Choice>();
  const [isAsked, setIsAsked] = useState(false);
  const [opened, setOpened] = useState<ReadonlySet<Choice>>(new Set());
  const buttons = useRef<Partial<Record<Choice, HTMLButtonElement | null>>>({});
  const last = useRef<Choice>(undefined);
  useEffect(() => {
    if (!choice && last.current) buttons.current[last.current]?.focus();
    last.current = choice ?? last.current;
  }, [choice]);

  const open = (next: Choice) => {
    setIsAsked(false);
    setOpened((known) => new Set(known).add(next));
    setChoice(next);
  };
  const close = () => setChoice(undefined);
  const button = (key: Choice) => ({
    ref: (element: HTMLButtonElement | null) => {
      buttons.current[key] = element;
    },
    onClick: () => open(key),
  });
  /** Keeps a form that was opened in the page, with its values. */
  const kept = (key: Choice, title: string, form: ReactNode) =>
    opened.has(key) && (
      <div hidden={choice !== key} className="space-y-5">
        <h2 className="font-display text-xl font-bold">{title}</h2>
        {form}
      </div>
    );
  return (
    <>
      <div hidden={choice !== undefined} className="space-y-5">
        <div>
          <h2 className="font-display text-xl font-bold">Votre réponse</h2>
          <p className="mt-1 text-2xl font-bold tabular-nums">
            {formatCents(quote.document.totals.totalCents)}
          </p>
          <p className="text-slate">Valide jusqu’au {longDay(quote.document.validUntil)}</p>
        </div>
        {isAsked && (
          <p role="status" className="rounded-lg bg-spruce-pale px-4 py-3">
            Votre question est envoyée. Nous vous répondrons sous peu.
          </p>
        )}
        <div className="flex flex-col gap-3">
          <Button variant="accent" {...button('accept')}>
            <Check aria-hidden="true" className="size-5" />
            Accepter
          </Button>
          <Button variant="outline" {...button('question')}>
            <MessageCircleQuestion aria-hidden="true" className="size-5" />
            Poser une question
          </Button>
          <Button variant="ghost" {...button('refuse')}>
            <X aria-hidden="true" className="size-5" />
            Refuser
          </Button>
        </div>
      </div>
      {kept(
        'accept',
        'Accepter le devis',
        <AcceptForm
          token={token}
          api={api}
          emailHint={quote.emailHint}
          acceptsBy={quote.acceptsBy}
          onCancel={close}
        />,
      )}
      {kept(
        'question',
        'Poser une question',
        <TextForm
          options={api.ask()}
          draftName={`devis:${token}:question`}
          title="Poser une question"
          label="Votre question"
          submitLabel="Envoyer la question"
          failure="Votre question n’a pas pu être envoyée."
          onDone={() => {
            close();
            setIsAsked(true);
            setOpened((known) => new Set([...known].filter((key) => key !== 'question')));
          }}
          onCancel={close}
        />,
      )}
      {kept(
        'refuse',
        'Refuser le devis',
        <TextForm
          options={api.refuse()}
          draftName={`devis:${token}:refus`}
          title="Refuser le devis"
          label="Raison du refus"
          submitLabel="Refuser le devis"
          failure="Votre refus n’a pas pu être enregistré."
          onCancel={close}
        />,
      )}
    </>
  );
}

/** Outcome of the quote: state → title and explanation. */
const endingTexts: Record<Exclude<PublicQuote['status'], 'envoyé'>, { title: string; text: string }> = {
  accepté: {
    title: 'Devis accepté',
    text: 'Merci. Une copie signée est envoyée à l’adresse du devis.',
  },
  refusé: {
    title: 'Devis refusé',
    text: 'Votre réponse est notée. Si la situation change, écrivez-nous.',
  },
  expiré: {
    title: 'Ce devis est expiré',
    text: 'Sa date de validité est passée. Écrivez-nous, et nous vous enverrons un devis à jour.',
  },
  remplacé: {
    title: 'Ce devis est remplacé',
    text: 'Une révision plus récente vous a été envoyée. Ouvrez le lien du dernier courriel reçu.',
  },
  annulé: {
    title: 'Ce devis est annulé',
    text: 'Il ne peut plus être accepté. Pour en recevoir un autre, écrivez-nous.',
  },
};

function EndedQuote({ quote, justNow }: { quote: PublicQuote; justNow: boolean }) {
  const { status, acceptance, document } = quote;
  if (status === 'envoyé') return null;
  const { title, text } = endingTexts[status];
  return (
    <>
      <FocusedTitle focused={justNow}>{title}</FocusedTitle>
      {acceptance && (
        <p className="wrap-anywhere">
          Par {acceptance.name}, {acceptance.jobTitle}, le {longDay(acceptance.acceptedAt)}.
        </p>
      )}
      <p>{text}</p>
      <p>
        <StudioEmail address={document.studio.email} subject={`Devis ${document.number}`} />
      </p>
    </>
  );
}

type TextFormProps = {
  options: UseMutationOptions<unknown, Error, SignedText>;
  draftName: string;
  title: string;
  /** Label of the text. */
  label: string;
  submitLabel: string;
  failure: string;
  onDone?: () => void;
  onCancel: () => void;
};

/** A form of a name and a text, for a question about the quote or its refusal. */
function TextForm({
  options,
  draftName,
  title,
  label,
  submitLabel,
  failure,
  onDone,
  onCancel,
}: TextFormProps) {
  const send = useMutation(options);
  // A phone may reload the page while its owner looks at something else.
  const draft = useBrowserDraft<SignedText>(draftName, (): SignedText => form.getValues(), {
    pause: 0,
    place: 'sessionStorage',
  });
  const form = useForm<SignedText>({
    resolver: zodResolver(signedTextSchema),
    defaultValues: { name: '', text: '', ...draft.found?.value },
  });
  const { keep } = draft;
  useEffect(() => {
    return form.subscribe({ formState: { values: true }, callback: keep });
  }, [form, keep]);
  useEffect(() => {
    form.setFocus('name');
  }, [form]);
  const onValid = (values: SignedText) => {
    if (send.isPending) return;
    send.mutate(values, {
      onSuccess: () => {
        draft.drop();
        onDone?.();
      },
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
