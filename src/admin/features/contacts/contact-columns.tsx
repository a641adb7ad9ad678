import { useQuery } from '@tanstack/react-query';
import { consents } from '@/admin/data/contacts/consents';
import { contactStatuses, functionKinds, sectors } from '@/admin/data/contacts/contact-labels';
import type { ListedContact } from '@/admin/data/contacts/contact-list';
import { recency } from '@/admin/data/contacts/recency';
import { formatDay, quebecDay } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';
import { CellChoice } from '@/admin/ui/cell-choice';
import type { Column } from '@/admin/ui/data-table';
import { PhoneNumber } from '@/admin/ui/phone-number';
import type { RowAction } from '@/admin/ui/row-actions';
import { rowIcons } from '@/admin/ui/row-icons';
import { paths } from '@/shared/lib/admin-paths';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { ConsentBadge } from './consent-badge';
import { ContactStatusBadge } from './contact-badges';

const { admin } = paths;

type Change = (contact: ListedContact, value: string) => void;

// What is asked apart from the list is read by the cells that show it: it is asked only where they are in sight, and
// its arrival draws no other cell again.

/** What one contact consented to; undefined until it is known. */
function ConsentCell({ id }: { id: string }) {
  const { data } = useQuery({ ...consents.byContact(), select: (byContact) => byContact[id] ?? null });
  return <ConsentBadge consent={data} />;
}

const useRecency = (id: string) =>
  useQuery({ ...recency.byContact(), select: (byContact) => byContact[id] }).data;

function LastContactCell({ id }: { id: string }) {
  const at = useRecency(id)?.last_at;
  return at && formatDay(at);
}

function NextActionCell({ id }: { id: string }) {
  const { due_on: due, action } = useRecency(id) ?? {};
  return (
    due && (
      <>
        <span className={due < quebecDay() ? 'font-semibold text-sumac-deep' : undefined}>
          {formatDay(due)}
        </span>
        {`\u00a0: ${action}`}
      </>
    )
  );
}

/** The columns of the list, and what is done when a value is chosen in one. */
export function contactColumns({
  onStatus,
  onSector,
}: {
  onStatus: Change;
  onSector: Change;
}): Column<ListedContact>[] {
  return [
    {
      key: 'contact',
      header: 'Contact',
      sortable: true,
      mobile: 'title',
      width: [180, 260],
      grows: true,
      text: ({ name }) => name,
      cell: ({ id, name }) => (
        <a className="font-semibold hover:underline" href={admin.contact.href(id)}>
          {name}
        </a>
      ),
    },
    {
      key: 'entreprise',
      header: 'Entreprise',
      sortable: true,
      mobile: 'text',
      width: [130, 260],
      grows: true,
      text: ({ company }) => company,
      cell: ({ company, organisation_id }) =>
        organisation_id ? (
          <a className="hover:underline" href={admin.organisation.href(organisation_id)}>
            {company}
          </a>
        ) : (
          company
        ),
    },
    {
      key: 'fonction',
      header: 'Fonction',
      sortable: true,
      optional: 6,
      width: [100, 160],
      text: ({ function_kind }) => function_kind && labelOf(functionKinds, function_kind),
      cell: ({ function_kind }) => function_kind && labelOf(functionKinds, function_kind),
    },
    {
      key: 'lieu',
      header: 'Lieu',
      sortable: true,
      width: [80, 180],
      text: ({ city }) => city,
      cell: ({ city }) => city,
    },
    {
      key: 'region',
      header: 'Région',
      sortable: true,
      optional: 3,
      width: [92, 190],
      text: ({ region }) => region,
      cell: ({ region }) => region,
    },
    {
      key: 'secteur',
      header: 'Secteur',
      sortable: true,
      width: [96, 160],
      text: ({ sector }) => labelOf(sectors, sector),
      cell: (contact) => (
        <CellChoice
          label={`Secteur de ${contact.name}`}
          value={contact.sector}
          options={sectors}
          onChoose={(sector) => onSector(contact, sector)}
        >
          <span className="truncate">{labelOf(sectors, contact.sector)}</span>
        </CellChoice>
      ),
    },
    {
      key: 'statut',
      header: 'Statut',
      sortable: true,
      mobile: 'badge',
      width: [126, 136],
      cell: (contact) => (
        <CellChoice
          label={`Statut de ${contact.name}`}
          value={contact.status}
          options={contactStatuses}
          onChoose={(status) => onStatus(contact, status)}
        >
          <ContactStatusBadge status={contact.status} />
        </CellChoice>
      ),
    },
    {
      key: 'courriel',
      header: 'Courriel',
      sortable: true,
      width: [100, 260],
      text: ({ email }) => email ?? 'Sans courriel',
      cell: ({ email }) =>
        email ? (
          <a className="underline" href={mailtoHref(email)}>
            {email}
          </a>
        ) : (
          <span className="text-slate">Sans courriel</span>
        ),
    },
    {
      key: 'telephone',
      header: 'Téléphone',
      optional: 2,
      width: [112, 150],
      text: ({ phone }) => phone,
      cell: ({ phone }) => phone && <PhoneNumber phone={phone} className="underline" />,
    },
    {
      key: 'envoi',
      header: 'Envoi',
      optional: 1,
      width: [150, 240],
      cell: ({ id, email }) => email && <ConsentCell id={id} />,
    },
    {
      key: 'dernier',
      header: 'Dernier contact',
      sortable: true,
      optional: 5,
      width: [140, 156],
      cell: ({ id }) => <LastContactCell id={id} />,
    },
    {
      key: 'action',
      header: 'Prochaine action',
      sortable: true,
      optional: 4,
      width: [148, 200],
      cell: ({ id }) => <NextActionCell id={id} />,
    },
  ];
}

/** What can be done to one contact. */
export const contactActions =
  (onDelete: (contact: ListedContact) => void) =>
  (contact: ListedContact): RowAction[] => [
    { label: `Modifier ${contact.name}`, icon: rowIcons.pencil, href: admin.contact.href(contact.id) },
    { label: `Supprimer ${contact.name}`, icon: rowIcons.trash, onSelect: () => onDelete(contact) },
  ];
