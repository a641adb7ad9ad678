import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { type Column, DataTable } from '@/admin/kit/ui/data-table';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { TableSkeleton } from '@/admin/kit/ui/table-skeleton';
import { settingsOf } from '@/admin/settings/data/settings';
import { SettingsSections } from '@/admin/settings/parts/settings-sections';
import { counted } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { personalRequests } from '../data/personal-requests';
import { privacy, type RegisterLine, registerKinds } from '../data/privacy';
import { tables } from '../data/tables';
import { PersonalRequestList } from '../parts/personal-request-list';
import { FullExportCard } from './full-export-card';
import { ReapplySuppressions } from './reapply-suppressions';
import { RetentionForm } from './retention-form';

const { fields } = tables.privacy_register;

/** The retention rules, the copy of all data, and the register of copies and erasures (Loi 25). */
export function PersonalDataPage() {
  const stored = useQuery(settingsOf('retention_settings'));
  // Administrators only: to anyone else the registers would look empty.
  if (useIsReadOnly()) {
    return (
      <>
        <Seo title="Données personnelles" noIndex />
        <PageHeader title="Données personnelles" />
        <SettingsSections />
        <EmptyState title="Cette section est réservée aux administrateurs" />
      </>
    );
  }
  return (
    <>
      <Seo title="Données personnelles" noIndex />
      <PageHeader title="Données personnelles" />
      <SettingsSections />
      <div className="space-y-8">
        {stored.isPending ? (
          <Spinner />
        ) : !stored.data ? (
          <ErrorState
            title="Impossible de charger les règles de conservation"
            error={stored.error}
            onRetry={() => stored.refetch()}
          />
        ) : (
          <RetentionForm stored={stored.data} />
        )}
        <RequestsOfPersons />
        <ReapplySuppressions />
        <FullExportCard />
        <RegisterList />
      </div>
    </>
  );
}

/** The requests made on « Ma fiche », each with its last day to answer. */
function RequestsOfPersons() {
  const requests = useQuery(personalRequests.open());
  return (
    <section id="demandes" aria-labelledby="titre-demandes" className="scroll-mt-20">
      <h2 id="titre-demandes" className="text-lg font-semibold">
        Demandes des personnes
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-sm text-slate">
        Ce que les personnes ont fait sur leur fiche et que personne n’a encore traité. Les corrections sont
        déjà appliquées. Un effacement se fait ou se refuse ici, même si la personne n’est pas un contact.
      </p>
      {requests.isPending ? (
        <Spinner />
      ) : !requests.data ? (
        <ErrorState
          title="Impossible de charger les demandes des personnes"
          error={requests.error}
          onRetry={() => requests.refetch()}
        />
      ) : requests.data.length === 0 ? (
        <EmptyState title="Aucune demande en attente" />
      ) : (
        <PersonalRequestList requests={requests.data} showsPerson />
      )}
    </section>
  );
}

const idOf = ({ id }: RegisterLine) => id;

/** Shortens the hash to enough digits to recognise the same person in two lines. */
const personOf = (hash: string | null) => (hash ? hash.slice(0, 8) : '–');

function authorOf({ kind, recorded_by, isMine }: RegisterLine): string {
  if (isMine) return 'Vous';
  if (recorded_by !== null) return 'Un autre membre de l’équipe';
  return kind === 'retention' ? 'Le serveur' : 'Un compte supprimé';
}

const columns: Column<RegisterLine>[] = [
  {
    key: 'date',
    header: fields.created_at,
    mobile: 'title',
    primary: true,
    width: [120, 200],
    text: ({ created_at }) => formatDateTime(created_at),
    cell: ({ created_at }) => formatDateTime(created_at),
  },
  {
    key: 'nature',
    header: fields.kind,
    mobile: 'text',
    width: [140, 320],
    grows: true,
    text: ({ kind }) => labelOf(registerKinds, kind),
    cell: ({ kind }) => labelOf(registerKinds, kind),
  },
  { key: 'qui', header: 'Qui', width: [96, 240], text: authorOf, cell: authorOf },
  {
    key: 'personne',
    header: fields.subject_hash,
    width: [100, 110],
    cell: ({ subject_hash }) => <code className="text-sm">{personOf(subject_hash)}</code>,
  },
  {
    key: 'nombres',
    header: 'Ce qui a été touché',
    width: [140, 480],
    grows: true,
    text: ({ detail }) => countsInWords(detail),
    cell: ({ detail }) => countsInWords(detail),
  },
];

/** The register of exports and erasures of personal data, with person and date. */
function RegisterList() {
  const register = useQuery(privacy.register());
  return (
    // A plain element, because the table in it is already a landmark of the same name.
    <div>
      <h2 className="text-lg font-semibold">Registre</h2>
      <p className="mt-1 mb-4 max-w-prose text-sm text-slate">
        Les copies remises, les exportations complètes, les effacements demandés et ce que les règles ont
        effacé. Il ne nomme personne&nbsp;: le même code désigne la même personne.
      </p>
      {register.isPending ? (
        <TableSkeleton />
      ) : !register.data ? (
        <ErrorState
          title="Impossible de charger le registre"
          error={register.error}
          onRetry={() => register.refetch()}
        />
      ) : register.data.length === 0 ? (
        <EmptyState title="Aucune copie remise, aucun effacement" />
      ) : (
        <DataTable caption="Registre" rows={register.data} rowKey={idOf} columns={columns} />
      )}
    </div>
  );
}

/** Names of the register's counts: stored key → singular and plural. */
const itemWords: Record<string, readonly [one: string, many: string]> = {
  contacts: ['contact', 'contacts'],
  email_sends: ['message', 'messages'],
  inbound_messages: ['message reçu', 'messages reçus'],
  quote_requests: ['demande anonymisée', 'demandes anonymisées'],
  quotes: ['demande', 'demandes'],
  issued_quotes: ['devis', 'devis'],
  issued_quotes_kept: ['devis conservé (contrat)', 'devis conservés (contrats)'],
  invoices: ['facture en brouillon', 'factures en brouillon'],
  invoices_kept: ['facture conservée (comptabilité)', 'factures conservées (comptabilité)'],
  prospects: ['prospect', 'prospects'],
  rejected_prospects: ['prospect rejeté', 'prospects rejetés'],
  consent_events: ['preuve de consentement', 'preuves de consentement'],
};

/** Formats the counts: « 1 contact, 3 messages, 2 demandes anonymisées »; « – » for none. */
export function countsInWords(detail: Readonly<Record<string, number>>): string {
  const parts = Object.entries(detail)
    .filter(([, count]) => count > 0)
    .map(([key, count]) => counted(count, ...(itemWords[key] ?? ([key, key] as const))));
  return parts.join(', ') || '–';
}
