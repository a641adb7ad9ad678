import { agreedUnit } from '@quote/quote-document';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { contactFields } from '@/admin/contacts/data/contact-fields';
import { activityKinds } from '@/admin/contacts/data/contact-labels';
import { formatDateTime, formatLongDay, formatTime } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { RecordPlaceholder } from '@/admin/kit/ui/record-placeholder';
import { StatusBadge } from '@/admin/kit/ui/status-badge';
import { formatCents } from '@/shared/lib/money';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { Seo } from '@/shared/ui/seo';
import { type Draft, draftKinds, drafts } from '../data/drafts';
import { draftTitle, recordHref } from '../parts/prepared-drafts';
import { assistantPaths } from '../paths';
import { DraftAction, type Leaving } from './draft-action';

/** A draft of one's assistant, in full: its person applies it in the ordinary form, or throws it away. */
export function DraftPage() {
  const { id = '' } = useParams();
  const isReadOnly = useIsReadOnly();
  const query = useQuery({ ...drafts.waiting(), enabled: !isReadOnly });
  // It has left the list, and the next screen is not there yet.
  const [leaving, setLeaving] = useState<Draft>();
  const draft = leaving ?? query.data?.find((one) => one.id === id);
  return (
    <div className="max-w-3xl">
      <Seo title="Brouillon de l’assistant" noIndex />
      <PageHeader title={draft ? draftKinds[draft.kind] : 'Brouillon'} />
      {isReadOnly ? (
        <p>Un brouillon de l’assistant est à l’administrateur qui l’a demandé.</p>
      ) : draft ? (
        <DraftSheet draft={draft} onLeaving={setLeaving} />
      ) : (
        <RecordPlaceholder
          query={query}
          error="Impossible de charger le brouillon"
          missing="Ce brouillon a été appliqué ou jeté, ou n’est pas le vôtre"
          back={{ to: assistantPaths.keys.href(), label: 'Revenir à l’assistant' }}
        />
      )}
    </div>
  );
}

function DraftSheet({ draft, onLeaving }: Leaving & { draft: Draft }) {
  const navigate = useNavigate();
  const discard = useMutation(drafts.discard());
  const { target } = draft;
  return (
    <section aria-label={draftTitle(draft)} className="space-y-4 rounded-xl border border-line bg-paper p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge tone="active" label="Préparé par l’assistant" />
        <p className="text-sm text-slate">
          {draft.key_name}, {formatDateTime(draft.created_at)}
        </p>
      </div>
      <p className="text-sm text-slate">
        Relisez-le&nbsp;: un assistant se trompe, et peut avoir suivi la phrase d’une personne de l’extérieur.
        Rien n’est envoyé ni changé tant que vous ne l’appliquez pas.
      </p>
      <dl className="space-y-3">
        {target && (
          <Field label="Fiche">
            <Link className="underline" to={recordHref[target.kind](target.id)}>
              {target.name}
            </Link>
          </Field>
        )}
        <Content draft={draft} />
      </dl>
      <div className="flex flex-wrap gap-3 border-t border-line pt-4">
        <DraftAction draft={draft} onLeaving={onLeaving} />
        <Button
          variant="outline"
          pending={discard.isPending || discard.isSuccess}
          onClick={() => {
            onLeaving(draft);
            discard.mutate(draft.id, {
              onSuccess: () => navigate(assistantPaths.keys.href()),
              onError: () => onLeaving(undefined),
            });
          }}
        >
          <Trash2 aria-hidden="true" className="size-4" />
          Jeter
        </Button>
      </div>
    </section>
  );
}

/** Shows the content of a draft, field by field as its form names them. */
function Content({ draft }: { draft: Draft }) {
  switch (draft.kind) {
    case 'reply':
      return (
        <>
          <Field label="Sujet">{draft.content.subject}</Field>
          <Field label="Texte">{draft.content.body}</Field>
        </>
      );
    case 'note':
      return (
        <>
          <Field label="Nature">{labelOf(activityKinds, draft.content.kind)}</Field>
          <Field label="Jour">{formatLongDay(draft.content.happened_on)}</Field>
          <Field label="Ce qui a été dit">{draft.content.body}</Field>
        </>
      );
    case 'action':
      return (
        <>
          <Field label="À faire">{draft.content.title}</Field>
          <Field label="Jour">
            {formatLongDay(draft.content.due_on)}
            {draft.content.due_time && ` à ${formatTime(draft.content.due_time)}`}
          </Field>
          {draft.content.kind === 'appeler' && <Field label="Genre">Appel téléphonique</Field>}
        </>
      );
    case 'campaign':
      return (
        <>
          <Field label="Nom">{draft.content.name}</Field>
          <Field label="Sujet">{draft.content.subject}</Field>
          <Field label="Texte">{draft.content.body}</Field>
        </>
      );
    case 'quote':
      return (
        <>
          <Field label="Objet">{draft.content.subject}</Field>
          <Field label="Lignes">
            {draft.content.lines.map(({ description, quantity, unit, unit_price_cents }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a draft never change
              <span key={index} className="block">
                {description} ({quantity.toLocaleString('fr-CA')}{' '}
                {agreedUnit({ quantity: String(quantity), unit }) || '×'} à {formatCents(unit_price_cents)})
              </span>
            ))}
          </Field>
          {draft.content.notes && <Field label="Notes">{draft.content.notes}</Field>}
        </>
      );
    case 'contact':
      return shownOfContact.map(
        (name) =>
          draft.content[name] && (
            <Field key={name} label={contactFields[name].label}>
              {draft.content[name]}
              {name === 'phone' && <SamePhone draft={draft} />}
            </Field>
          ),
      );
  }
}

/** Says whose the number of a proposed contact is already: a town hall has one for several people. */
const SamePhone = ({ draft }: { draft: Draft }) =>
  draft.samePhone.map(({ id, name, company }) => (
    <span key={id} className="block text-sm text-slate">
      Déjà le numéro de{' '}
      <Link className="underline" to={recordHref.contact(id)}>
        {name}, {company}
      </Link>
    </span>
  ));

const shownOfContact = [
  'name',
  'company',
  'function_title',
  'email',
  'phone',
  'city',
  'region',
  'website',
  'notes',
] as const;

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs font-semibold text-slate">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  );
}
