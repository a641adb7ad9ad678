import { formatPhone, telHref } from '@contract/phone';
import { useQuery } from '@tanstack/react-query';
import { Mail, Phone } from 'lucide-react';
import { formatDay, quebecDay } from '@/admin/kit/lib/dates';
import { labelNaming, labelOf } from '@/admin/kit/lib/label-of';
import { shownAddress } from '@/admin/kit/lib/shown-address';
import { CellChoice } from '@/admin/kit/ui/cell-choice';
import type { Column } from '@/admin/kit/ui/data-table';
import { iconLinkClass } from '@/admin/kit/ui/icon-button';
import { PhoneNumber } from '@/admin/kit/ui/phone-number';
import type { RowAction } from '@/admin/kit/ui/row-actions';
import { rowIcons } from '@/admin/kit/ui/row-icons';
import { StatusBadge } from '@/admin/kit/ui/status-badge';
import { organisationPaths } from '@/admin/organisations/paths';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { consents } from '../data/consents';
import { contactLabels } from '../data/contact-fields';
import { contactStatuses, functionKinds, sectors } from '../data/contact-labels';
import type { ListedContact } from '../data/contact-list';
import { recency } from '../data/recency';
import { contactPaths } from '../paths';
import { ConsentBadge } from './consent-badge';
import { ContactStatusBadge } from './contact-badges';

type Change<Value> = (contact: ListedContact, value: Value) => void;

// Separate queries are read by the cells that show them: only visible cells send them, and an answer renders no other
// cell.

/** One contact's consent; undefined until it has loaded. */
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

/** Returns the columns of the list, with the actions of editable cells. */
export function contactColumns({
  onStatus,
  onSector,
  isKnown,
}: {
  onStatus: Change<ListedContact['status']>;
  onSector: Change<ListedContact['sector']>;
  /** True for each column with separate data when somebody has a value in it. */
  isKnown: Readonly<Record<'dernier' | 'action', boolean>>;
}): Column<ListedContact>[] {
  return [
    {
      key: 'contact',
      header: 'Contact',
      sortable: true,
      mobile: 'title',
      primary: true,
      width: [180, 330],
      grows: true,
      text: ({ name }) => name,
      cell: ({ id, name }) => (
        <a className="font-semibold hover:underline" href={contactPaths.one.href(id)}>
          {name}
        </a>
      ),
    },
    {
      key: 'entreprise',
      header: contactLabels.company,
      sortable: true,
      mobile: 'text',
      primary: true,
      under: 'contact',
      width: [130, 330],
      text: ({ company }) => company,
      cell: ({ company, organisation_id }) =>
        organisation_id ? (
          <a className="hover:underline" href={organisationPaths.one.href(organisation_id)}>
            {company}
          </a>
        ) : (
          company
        ),
      // The town comes first, because the company may be truncated.
      mobileCell: ({ name, company, city }) =>
        [city, company === name ? null : company].filter(Boolean).join(' · '),
    },
    {
      key: 'lieu',
      header: 'Lieu',
      sortable: true,
      // Narrow enough that at 1,280 px an address of 42 letters fits beside it.
      width: [116, 220],
      text: ({ city }) => city,
      cell: ({ city }) => city,
    },
    {
      key: 'region',
      header: contactLabels.region,
      sortable: true,
      under: 'lieu',
      width: [130, 220],
      text: ({ region }) => region,
      cell: ({ region }) => region,
    },
    {
      key: 'statut',
      header: contactLabels.status,
      sortable: true,
      mobile: 'badge',
      // The column is as wide as its two names and the sort icon.
      width: [148, 156],
      cell: (contact) => (
        <CellChoice
          label={labelNaming('Statut', contact.name)}
          value={contact.status}
          options={contactStatuses}
          onChoose={(status) => onStatus(contact, status)}
        >
          <ContactStatusBadge status={contact.status} />
        </CellChoice>
      ),
    },
    {
      key: 'secteur',
      header: contactLabels.sector,
      sortable: true,
      under: 'statut',
      width: [104, 180],
      text: ({ sector }) => labelOf(sectors, sector),
      cell: (contact) => (
        <CellChoice
          label={labelNaming('Secteur', contact.name)}
          value={contact.sector}
          options={sectors}
          onChoose={(sector) => onSector(contact, sector)}
        >
          <StatusBadge tone="quiet" label={labelOf(sectors, contact.sector)} />
        </CellChoice>
      ),
    },
    {
      key: 'courriel',
      header: contactLabels.email,
      sortable: true,
      primary: true,
      small: true,
      mobile: 'side',
      width: [160, 360],
      text: ({ email }) => (email ? shownAddress(email) : 'Sans courriel'),
      cell: ({ email }) =>
        email ? (
          <a className="text-sm underline" href={mailtoHref(email)}>
            {shownAddress(email)}
          </a>
        ) : (
          <span className="text-slate">Sans courriel</span>
        ),
      mobileCell: ({ name, email }) =>
        email && (
          <a
            aria-label={`Écrire à ${name}`}
            title={shownAddress(email)}
            className={iconLinkClass}
            href={mailtoHref(email)}
          >
            <Mail aria-hidden="true" className="size-4.5" />
          </a>
        ),
    },
    {
      key: 'telephone',
      header: contactLabels.phone,
      primary: true,
      under: 'courriel',
      mobile: 'side',
      width: [112, 220],
      text: ({ phone }) => phone && formatPhone(phone),
      cell: ({ phone }) => phone && <PhoneNumber phone={phone} className="underline" />,
      mobileCell: ({ name, phone }) => {
        const href = phone ? telHref(phone) : undefined;
        return (
          href && (
            <a
              aria-label={`Téléphoner à ${name}`}
              title={phone ? formatPhone(phone) : ''}
              className={iconLinkClass}
              href={href}
            >
              <Phone aria-hidden="true" className="size-4.5" />
            </a>
          )
        );
      },
    },
    {
      key: 'envoi',
      header: 'Envoi',
      under: 'courriel',
      width: [120, 150],
      cell: ({ id, email }) => email && <ConsentCell id={id} />,
    },
    {
      key: 'action',
      header: 'Prochaine action',
      sortable: true,
      optional: 1,
      width: [148, 240],
      ...(!isKnown.action && { isEmpty: true }),
      cell: ({ id }) => <NextActionCell id={id} />,
    },
    {
      key: 'dernier',
      header: 'Dernier contact',
      sortable: true,
      optional: 2,
      width: [140, 156],
      ...(!isKnown.dernier && { isEmpty: true }),
      cell: ({ id }) => <LastContactCell id={id} />,
    },
    {
      key: 'fonction',
      header: contactLabels.function_kind,
      sortable: true,
      optional: 3,
      width: [100, 200],
      text: ({ function_kind }) => function_kind && labelOf(functionKinds, function_kind),
      cell: ({ function_kind }) => function_kind && labelOf(functionKinds, function_kind),
    },
  ];
}

/** The actions on one contact. */
export const contactActions =
  (onDelete: (contact: ListedContact) => void) =>
  (contact: ListedContact): RowAction[] => [
    { label: `Modifier ${contact.name}`, icon: rowIcons.pencil, href: contactPaths.one.href(contact.id) },
    { label: `Supprimer ${contact.name}`, icon: rowIcons.trash, onSelect: () => onDelete(contact) },
  ];
