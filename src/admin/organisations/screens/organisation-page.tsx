import { useMutation, useQuery } from '@tanstack/react-query';
import { Mail, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { contactStatuses, sectors } from '@/admin/contacts/data/contact-labels';
import { contactPaths } from '@/admin/contacts/paths';
import { labelOf } from '@/admin/kit/lib/label-of';
import { listAddress } from '@/admin/kit/lib/list-address';
import { shownAddress } from '@/admin/kit/lib/shown-address';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { ConfirmDialog } from '@/admin/kit/ui/confirm-dialog';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { PhoneNumber } from '@/admin/kit/ui/phone-number';
import { ReachLinks } from '@/admin/kit/ui/reach-links';
import { RecordPlaceholder } from '@/admin/kit/ui/record-placeholder';
import { withTown } from '@/admin/municipalities/data/place-names';
import { functionOf, PlaceRecords } from '@/admin/municipalities/parts/place-records';
import { municipalityPaths } from '@/admin/municipalities/paths';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { formatNumber } from '@/shared/lib/numbers';
import { Button, buttonClass } from '@/shared/ui/button';
import { Seo } from '@/shared/ui/seo';
import { organisationKinds } from '../data/organisation-labels';
import { organisations, type OrganisationPage as Page } from '../data/organisations';
import { organisationPaths } from '../paths';
import { MergeOrganisations } from './merge-organisations';
import { OrganisationForm } from './organisation-form';

/** One organisation: its contact details, its persons, and all of the studio's work with it. */
export function OrganisationPage() {
  const { id = '' } = useParams();
  // No refetch, which would replace the input.
  const query = useQuery({ ...organisations.byId(id), refetchOnWindowFocus: false });
  const { data } = query;
  const organisation = data?.organisation;
  return (
    <>
      <Seo title={organisation?.name ?? 'Organisation'} noIndex />
      <PageHeader
        title={organisation?.name ?? 'Organisation'}
        {...(organisation && {
          count: `${labelOf(organisationKinds, organisation.kind)}, ${organisation.city}`,
        })}
      >
        {organisation && <NewContact organisation={organisation} />}
      </PageHeader>
      {data ? (
        <Organisation page={data} />
      ) : (
        <RecordPlaceholder
          query={query}
          error="Impossible de charger l’organisation"
          missing="Cette organisation n’existe pas ou a été supprimée"
          back={{ to: listAddress(organisationPaths.list.href()), label: 'Voir les organisations' }}
        />
      )}
    </>
  );
}

/** Creates a person with the organisation and its place already filled in. */
function NewContact({ organisation: { name, city, region, kind } }: { organisation: Page['organisation'] }) {
  const prefill = new URLSearchParams({
    entreprise: name,
    ville: city,
    region,
    ...(Object.hasOwn(sectors, kind) && { secteur: kind }),
  });
  return (
    <Link to={`${contactPaths.new.href()}?${prefill}`} className={buttonClass({ variant: 'accent' })}>
      <Plus aria-hidden="true" className="size-4" />
      Nouveau contact
    </Link>
  );
}

function Organisation({ page }: { page: Page }) {
  const { organisation } = page;
  const { phone, email, name, address, city, region, register_code } = organisation;
  return (
    <>
      <ReachLinks phone={phone} email={email} place={[withTown(address ?? name, city), region].join(', ')} />
      {register_code && (
        <p className="mb-4 text-sm">
          <Link to={municipalityPaths.one.href(register_code)} className="underline underline-offset-2">
            Sa page au registre des municipalités
          </Link>
        </p>
      )}
      <PlaceRecords page={page} people={<People page={page} />} />
      <div className="mt-5">
        {/* The key makes a link to another organisation reset the form. */}
        <OrganisationForm key={organisation.id} organisation={organisation} />
      </div>
      <AdminsOnly>
        <div className="mt-5 flex flex-wrap gap-3">
          <MergeOrganisations organisation={organisation} />
          {page.contacts.length === 0 && <Remove organisation={organisation} />}
        </div>
      </AdminsOnly>
    </>
  );
}

/** The organisation's persons, each with their contact details. */
function People({ page: { contacts, organisation } }: { page: Page }) {
  return (
    <section aria-labelledby="personnes" className="rounded-xl border border-line bg-paper p-5">
      <h2 id="personnes" className="text-lg font-semibold">
        Personnes{' '}
        {contacts.length > 1 && (
          <span className="font-normal text-slate">({formatNumber(contacts.length)})</span>
        )}
      </h2>
      {contacts.length === 0 ? (
        <p className="mt-2 text-slate">Personne n’est connu dans cette organisation.</p>
      ) : (
        <ul className="mt-2 max-h-96 divide-y divide-line overflow-y-auto">
          {contacts.map((contact) => {
            const { id, name, company, status, phone, email } = contact;
            const written = company !== name && company !== organisation.name && company;
            return (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
                <div className="min-w-0">
                  <Link
                    to={contactPaths.one.href(id)}
                    className="inline-block py-0.5 font-medium wrap-anywhere underline-offset-2 hover:underline"
                  >
                    {name}
                  </Link>
                  <p className="text-sm wrap-anywhere text-slate">
                    {[functionOf(contact), written, labelOf(contactStatuses, status)]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                </div>
                <div className="flex flex-wrap gap-x-4">
                  {phone && <PhoneNumber phone={phone} className="inline-block py-0.5 underline" />}
                  {email && (
                    <a
                      href={mailtoHref(email)}
                      aria-label={`Écrire à ${name}`}
                      title={shownAddress(email)}
                      className="inline-flex items-center gap-1 py-0.5 underline"
                    >
                      <Mail aria-hidden="true" className="size-4" />
                      Écrire
                    </a>
                  )}
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

function Remove({ organisation: { id, name } }: { organisation: Page['organisation'] }) {
  const [isAsked, setAsked] = useState(false);
  const remove = useMutation(organisations.remove());
  const navigate = useNavigate();
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setAsked(true)}>
        Supprimer l’organisation
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title="Supprimer l’organisation"
        description={`« ${name} », ses coordonnées et ses notes seront supprimées pour de bon. Aucun contact n’en fait partie.`}
        confirmLabel="Supprimer"
        pending={remove.isPending}
        onConfirm={() =>
          remove.mutate(id, { onSuccess: () => navigate(listAddress(organisationPaths.list.href())) })
        }
      />
    </>
  );
}
