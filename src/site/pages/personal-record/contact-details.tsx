import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '@/shared/ui/button';
import { Form, TextField } from '@/shared/ui/form-fields';
import { longDay } from '@/shared/ui/quote-sheet';
import type { PersonalRecord } from '@/site/data/personal-record';
import { type Correction, correctionSchema } from '@/site/data/personal-record.schema';
import { refusalOf } from '@/site/lib/refusal';
import { Failure, StudioEmail } from '@/site/ui/answer-parts';
import { type Api, RecordSection } from './record-section';

type Contact = NonNullable<PersonalRecord['contact']>;

/** The details of the person, where they come from, and their correction. */
export function ContactDetails({
  contact,
  email,
  api,
}: {
  contact: Contact | null;
  email: string;
  api: Api;
}) {
  const [mode, setMode] = useState<'read' | 'edit' | 'saved'>('read');
  const button = useRef<HTMLButtonElement>(null);
  const thanks = useRef<HTMLParagraphElement>(null);
  const wasEdited = useRef(false);
  useEffect(() => {
    if (mode === 'read' && wasEdited.current) button.current?.focus();
    if (mode === 'saved') {
      // The answer is shorter than the form, so it would be above the visible part, behind the header.
      thanks.current?.focus({ preventScroll: true });
      thanks.current?.scrollIntoView({ block: 'center' });
    }
    wasEdited.current = mode === 'edit';
  }, [mode]);
  return (
    <RecordSection title="Vos coordonnées">
      {contact === null ? (
        <p>
          Vous n’êtes pas dans notre liste de contacts. Ce qui suit est tout ce qui porte votre adresse. Pour
          faire corriger un nom ou un téléphone que vous y lisez, écrivez à <StudioEmail />.
        </p>
      ) : mode === 'edit' ? (
        <CorrectionForm contact={contact} email={email} api={api} onClose={setMode} />
      ) : (
        <>
          {mode === 'saved' && (
            <p
              ref={thanks}
              role="status"
              tabIndex={-1}
              className="rounded-lg bg-spruce-pale px-4 py-3 outline-none"
            >
              C’est corrigé. Merci!
            </p>
          )}
          <Details contact={contact} email={email} />
          <Button ref={button} variant="outline" onClick={() => setMode('edit')}>
            <Pencil aria-hidden="true" className="size-4" />
            Corriger
          </Button>
        </>
      )}
    </RecordSection>
  );
}

function Details({ contact, email }: { contact: Contact; email: string }) {
  const facts: [string, string][] = [
    ['Nom', contact.name],
    ['Fonction', contact.functionTitle ?? '–'],
    ['Organisation', contact.company],
    ['Ville', `${contact.city}, ${contact.region}`],
    ['Courriel', email],
    ['Téléphone', contact.phone ?? '–'],
  ];
  return (
    <>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[8rem_minmax(0,1fr)]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-slate">{name}</dt>
            <dd className="mb-2 font-medium wrap-anywhere sm:mb-0">{value}</dd>
          </div>
        ))}
      </dl>
      <div>
        <h3 className="font-semibold">D’où viennent ces renseignements</h3>
        <ul className="mt-1 list-disc space-y-1 pl-5 wrap-anywhere">
          {contact.sources.map((source) => (
            <li key={`${source.kind} ${source.at}`}>{sourceText(source)}</li>
          ))}
          {contact.sources.length === 0 && <li>Notre équipe les a notés le {longDay(contact.addedAt)}.</li>}
        </ul>
      </div>
    </>
  );
}

function sourceText({ kind, detail, at }: Contact['sources'][number]): string {
  const day = longDay(at);
  if (kind === 'request') return `Votre demande de soumission du ${day}`;
  if (kind === 'import') return `Une liste de notre équipe, le ${day}\u00a0: ${detail}`;
  return detail ? `Une page publique lue le ${day}\u00a0: ${detail}` : `Un répertoire public, lu le ${day}`;
}

function CorrectionForm({
  contact,
  email,
  api,
  onClose,
}: {
  contact: Contact;
  email: string;
  api: Api;
  onClose: (outcome: 'read' | 'saved') => void;
}) {
  const correct = useMutation(api.correct());
  const form = useForm<Correction>({
    resolver: zodResolver(correctionSchema),
    defaultValues: {
      name: contact.name,
      functionTitle: contact.functionTitle ?? '',
      company: contact.company,
      phone: contact.phone ?? '',
    },
  });
  useEffect(() => {
    form.setFocus('name');
  }, [form]);
  const onValid = (values: Correction) => {
    if (correct.isPending) return;
    correct.mutate(values, {
      onSuccess: () => onClose('saved'),
      onError: (error) => {
        for (const [field, message] of Object.entries(refusalOf(error)?.fields ?? {}))
          form.setError(field as keyof Correction, { message });
      },
    });
  };
  return (
    <Form form={form} aria-label="Corriger" onSubmit={form.handleSubmit(onValid)} className="space-y-5">
      <TextField<Correction> name="name" label="Nom" required autoComplete="name" />
      <TextField<Correction> name="functionTitle" label="Fonction" autoComplete="organization-title" />
      <TextField<Correction> name="company" label="Organisation" required autoComplete="organization" />
      <TextField<Correction> name="phone" label="Téléphone" type="tel" autoComplete="tel" />
      <p className="text-sm wrap-anywhere text-slate">
        Votre courriel ({email}) ne se change pas ici, car votre consentement y est lié&nbsp;: écrivez à{' '}
        <StudioEmail />.
      </p>
      {correct.isError && (
        <Failure error={correct.error} title="La correction n’a pas pu être enregistrée." />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="accent" pending={correct.isPending}>
          Enregistrer la correction
        </Button>
        <Button variant="ghost" onClick={() => onClose('read')}>
          Annuler
        </Button>
      </div>
    </Form>
  );
}
