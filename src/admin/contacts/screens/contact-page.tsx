import { cutText } from '@contract/cut-text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { BookOpen, Search } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router-dom';
import { activity } from '@/admin/kit/data/activity';
import { formatDateTime, formatLongDay, quebecDay } from '@/admin/kit/lib/dates';
import { listAddress } from '@/admin/kit/lib/list-address';
import { shownAddress } from '@/admin/kit/lib/shown-address';
import { hasUnsavedText } from '@/admin/kit/lib/unsaved-text';
import { useWindowKind } from '@/admin/kit/lib/use-window-kind';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { Fold } from '@/admin/kit/ui/fold';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { ReachLinks } from '@/admin/kit/ui/reach-links';
import { RecordHistory } from '@/admin/kit/ui/record-history';
import { RecordPlaceholder } from '@/admin/kit/ui/record-placeholder';
import { RecordSummary } from '@/admin/kit/ui/record-summary';
import { SubjectParts } from '@/admin/kit/ui/subject-parts';
import { withTown } from '@/admin/municipalities/data/place-names';
import { organisations } from '@/admin/organisations/data/organisations';
import { organisationPaths } from '@/admin/organisations/paths';
import { type PersonalRequest, personalRequests } from '@/admin/privacy/data/personal-requests';
import { NewQuoteButton } from '@/admin/quotes/parts/new-quote-button';
import { NextActionCard } from '@/admin/today/parts/next-action-card';
import { Button, buttonClass } from '@/shared/ui/button';
import { Seo } from '@/shared/ui/seo';
import { completableFields, contactCompletion } from '../data/contact-completion';
import { sectors } from '../data/contact-labels';
import type { Contact } from '../data/contact-list';
import { contacts } from '../data/contacts';
import type { ContactFormValues } from '../data/contacts.schema';
import { duplicates } from '../data/duplicates';
import { contactPaths, contactSlots } from '../paths';
import { ConsentCard } from './consent-card';
import { ContactStatusBadge } from './contact-badges';
import { ContactConversation } from './contact-conversation';
import { ContactForm } from './contact-form';
import { ContactTimeline } from './contact-timeline';
import { MergeContactsDialog } from './merge-contacts-dialog';
import { PersonalDataCard } from './personal-data-card';

/** The page of a new contact; its address may name the organisation and the place, the link to it every field. */
export function NewContactPage() {
  const [params] = useSearchParams();
  const proposed = (useLocation().state as { contact?: Partial<ContactFormValues> } | null)?.contact;
  const parameter = (name: string) => cutText(params.get(name) ?? '', 100);
  const sector = parameter('secteur');
  const prefill = {
    company: parameter('entreprise'),
    city: parameter('ville'),
    region: parameter('region'),
    sector: Object.hasOwn(sectors, sector) ? sector : 'autre',
    ...proposed,
  };
  return (
    <div className="max-w-3xl">
      <Seo title="Nouveau contact" noIndex />
      <PageHeader title="Nouveau contact" />
      <ContactForm prefill={prefill} />
    </div>
  );
}

/** The person's contact details, those of the organisation where they have none, and a link to its page. */
function Reach({ contact, isPhone }: { contact: Contact; isPhone: boolean }) {
  const { phone, email, company, city, region, organisation_id, status } = contact;
  const { data } = useQuery({
    ...organisations.byId(organisation_id ?? ''),
    enabled: organisation_id !== null,
  });
  const organisation = data?.organisation;
  const place = organisation?.address
    ? withTown(organisation.address, organisation.city)
    : withTown(company, city);
  const reach = {
    phone: phone ?? organisation?.phone ?? null,
    email: email ?? organisation?.email ?? null,
    place: `${place}, ${region}`,
  };
  return (
    <div>
      {isPhone ? (
        <RecordSummary badge={<ContactStatusBadge status={status} />} facts={[city, region]} {...reach} />
      ) : (
        <ReachLinks {...reach} />
      )}
      {organisation && (
        <p className="-mt-1 text-sm wrap-anywhere text-slate">
          Organisation{'\u00a0'}:{' '}
          <Link className="underline" to={organisationPaths.one.href(organisation.id)}>
            {organisation.name}
          </Link>
          {!email &&
            organisation.email &&
            `, jointe à son adresse générale (${shownAddress(organisation.email)})`}
        </p>
      )}
    </div>
  );
}

/**
 * The page of a contact: form, consent, history and personal data. A phone shows the summary, the next action and the
 * last exchanges first, with the form folded.
 */
export function ContactPage() {
  const { id = '' } = useParams();
  // No refetch, which would replace the input.
  const query = useQuery({ ...contacts.byId(id), refetchOnWindowFocus: false });
  const contact = query.data;
  const [completed, setCompleted] = useState(0);
  const { data: requests } = useQuery({ ...personalRequests.ofContact(id), enabled: contact !== undefined });
  const erasure = requests?.find(({ kind }) => kind === 'erasure');
  const isPhone = useWindowKind() === 'phone';
  return (
    <>
      <Seo title={contact?.name ?? 'Modifier le contact'} noIndex />
      <PageHeader
        title={isPhone && contact ? contact.name : 'Modifier le contact'}
        count={contact ? (isPhone ? contact.company : `${contact.name}, ${contact.company}`) : undefined}
      >
        {contact && <NewQuoteButton source={{ source: 'contact', source_id: contact.id }} />}
      </PageHeader>
      {contact ? (
        // On a wide window the form stands at the left of all the rest.
        <div className="grid grid-cols-1 items-start gap-x-6 gap-y-4 xl:grid-cols-[minmax(0,1fr)_22rem] xl:grid-rows-[auto_auto_1fr] xl:[&>:last-child]:row-start-3">
          <div className="space-y-4 xl:col-span-2">
            <Reach contact={contact} isPhone={isPhone} />
            {erasure && <ErasureAsked request={erasure} />}
          </div>
          <div className="space-y-4 xl:col-start-2">
            <NextActionCard
              target={{ kind: 'contact', id: contact.id }}
              phone={contact.phone}
              {...(erasure && { suggestions: [] })}
            />
            <SubjectParts slot={contactSlots.page} given={{ id: contact.id }} />
            <CompletionCard contact={contact} onCompleted={() => setCompleted(completed + 1)} />
            <DuplicatesCard contact={contact} />
          </div>
          <div className="space-y-4 xl:col-start-1 xl:row-span-2 xl:row-start-2">
            <ContactConversation contact={contact} />
            <Fold anchor="modifier" title="Modifier" onPhone>
              {/* The key makes a link to an address's owner reset the form. */}
              <ContactForm key={`${contact.id} ${completed}`} contact={contact} />
            </Fold>
          </div>
          <div className="space-y-4 xl:col-start-2">
            <ContactTimeline contactId={contact.id} />
            <ConsentCard contact={contact} mayLift={!erasure} />
            <RecordHistory query={activity.ofRecord('contacts', contact.id)} />
            <AdminsOnly>
              <PersonalDataCard contact={contact} />
            </AdminsOnly>
          </div>
        </div>
      ) : (
        <RecordPlaceholder
          query={query}
          error="Impossible de charger le contact"
          missing="Ce contact n’existe pas ou a été supprimé"
          back={{ to: listAddress(contactPaths.list.href()), label: 'Revenir aux contacts' }}
        />
      )}
    </>
  );
}

/** Tells above all else that the person asked for erasure, and until when to answer. */
function ErasureAsked({ request: { created_at, due_on } }: { request: PersonalRequest }) {
  const isLate = due_on !== null && due_on < quebecDay();
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-amber-ink/30 bg-amber-pale p-4"
    >
      <p className="min-w-0 flex-[1_1_16rem]">
        <strong>Cette personne a demandé l’effacement de ses données</strong> le {formatDateTime(created_at)}.{' '}
        {due_on && (
          <>
            {isLate && <strong>En retard&nbsp;: </strong>}
            Réponse au plus tard le {formatLongDay(due_on)}.
          </>
        )}
      </p>
      <AdminsOnly>
        <Link className={buttonClass({ size: 'sm' })} to="#donnees">
          Traiter la demande
        </Link>
      </AdminsOnly>
    </div>
  );
}

const publicSectors = ['municipalité', 'mrc'];

/**
 * Missing contact details, and the two ways to find them. Renders nothing for a complete contact.
 *
 * @param onCompleted called when the form may show the new values: it keeps the input
 */
export function CompletionCard({ contact, onCompleted }: { contact: Contact; onCompleted: () => void }) {
  const search = useMutation(contactCompletion.search(contact));
  const register = useMutation(contactCompletion.fromRegister(contact));
  const lacks = (['email', 'phone', 'website'] as const).filter((field) => !contact[field]);
  if (lacks.length === 0) return null;
  const isBusy = search.isPending || register.isPending;
  const onSuccess = { onSuccess: () => !hasUnsavedText() && onCompleted() };
  return (
    <AdminsOnly>
      <section aria-labelledby="a-completer" className="rounded-xl border border-line bg-paper p-5">
        <h2 id="a-completer" className="text-lg font-semibold">
          Coordonnées manquantes
        </h2>
        <p className="mt-1 text-sm text-slate">
          Il manque{'\u00a0'}: {lacks.map((field) => completableFields[field]).join(', ')}. Ce qui est trouvé
          remplit les champs vides, avec sa source.
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="outline"
            pending={search.isPending}
            onClick={() => isBusy || search.mutate(undefined, onSuccess)}
          >
            <Search aria-hidden="true" className="size-4" />
            Rechercher
          </Button>
          {publicSectors.includes(contact.sector) && (
            <Button
              size="sm"
              variant="outline"
              pending={register.isPending}
              onClick={() => isBusy || register.mutate(undefined, onSuccess)}
            >
              <BookOpen aria-hidden="true" className="size-4" />
              Compléter par le répertoire
            </Button>
          )}
        </div>
      </section>
    </AdminsOnly>
  );
}

/** The contacts that may be the same person as this one; renders nothing without any. */
function DuplicatesCard({ contact }: { contact: Contact }) {
  const { data } = useQuery(duplicates.of(contact));
  const [comparedTo, setComparedTo] = useState<string>();
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="doublons" className="rounded-xl border border-amber-ink/30 bg-amber-pale p-5">
      <h2 id="doublons" className="text-lg font-semibold">
        Doublon possible
      </h2>
      <ul className="mt-2 space-y-3">
        {data.map(({ other, reason }) => (
          <li key={other.id}>
            <Link className="font-medium underline wrap-anywhere" to={contactPaths.one.href(other.id)}>
              {other.name}
            </Link>
            <p className="text-sm wrap-anywhere">
              {[reason, other.company, other.email].filter(Boolean).join(' · ')}
            </p>
            <AdminsOnly>
              <Button className="mt-1.5" size="sm" variant="outline" onClick={() => setComparedTo(other.id)}>
                Comparer et réunir
              </Button>
            </AdminsOnly>
          </li>
        ))}
      </ul>
      {comparedTo && (
        <MergeContactsDialog
          keptId={contact.id}
          otherId={comparedTo}
          onClose={() => setComparedTo(undefined)}
        />
      )}
    </section>
  );
}
