import type { Consent } from '@/admin/data/contacts/consents';
import { contactStatuses, functionKinds, sectors } from '@/admin/data/contacts/contact-labels';
import type { ListedContact } from '@/admin/data/contacts/contact-list';
import type { Recency } from '@/admin/data/contacts/recency';
import { formatDay, quebecDay } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';
import { CellChoice } from '@/admin/ui/cell-choice';
import type { Column } from '@/admin/ui/data-table';
import { PhoneNumber } from '@/admin/ui/phone-number';
import type { RowAction } from '@/admin/ui/row-actions';
import { rowIcons } from '@/admin/ui/row-icons';
import { paths } from '@/shared/lib/admin-paths';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { ConsentBadge, describeConsent, inConsentColumn } from './consent-badge';
import { ContactStatusBadge } from './contact-badges';

const { admin } = paths;

type Change = (contact: ListedContact, value: string) => void;

/**
 * The columns of the list.
 *
 * @param consents by contact id; `undefined` while they are on their way
 * @param recency by contact id; `undefined` while it is on its way
 */
export function contactColumns(
  consents: Readonly<Record<string, Consent>> | undefined,
  recency: Readonly<Record<string, Recency>> | undefined,
  { onStatus, onSector }: { onStatus: Change; onSector: Change },
): Column<ListedContact>[] {
  const consentOf = ({ id }: ListedContact) => consents && (consents[id] ?? null);
  const lastOf = ({ id }: ListedContact) => {
    const at = recency?.[id]?.last_at;
    return at && formatDay(at);
  };
  const dueOf = ({ id }: ListedContact) => recency?.[id]?.due_on;
  const today = quebecDay();
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
      width: [150, 300],
      text: (contact) =>
        contact.email ? inConsentColumn(describeConsent(consentOf(contact) ?? null).label) : '',
      cell: (contact) => contact.email && <ConsentBadge consent={consentOf(contact)} />,
    },
    {
      key: 'dernier',
      header: 'Dernier contact',
      sortable: true,
      optional: 5,
      width: [140, 156],
      text: lastOf,
      cell: lastOf,
    },
    {
      key: 'action',
      header: 'Prochaine action',
      sortable: true,
      optional: 4,
      width: [148, 220],
      text: ({ id }) => recency?.[id]?.action,
      cell: (contact) => {
        const due = dueOf(contact);
        return (
          due && (
            <>
              <span className={due < today ? 'font-semibold text-sumac-deep' : undefined}>
                {formatDay(due)}
              </span>
              {`\u00a0: ${recency?.[contact.id]?.action}`}
            </>
          )
        );
      },
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
