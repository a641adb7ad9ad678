import type { MouseEvent } from 'react';
import type { Consent } from '@/admin/data/contacts/consents';
import type { ListedContact } from '@/admin/data/contacts/contact-list';
import type { Column } from '@/admin/ui/data-table';
import { IconButton, iconLinkClass } from '@/admin/ui/icon-button';
import { PhoneNumber } from '@/admin/ui/phone-number';
import { rowIcons } from '@/admin/ui/row-icons';
import { paths } from '@/shared/lib/admin-paths';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { ConsentBadge } from './consent-badge';
import { ContactStatusBadge, SectorBadge } from './contact-badges';

const { admin } = paths;

/** How to reach a contact, and whether it may be written to. */
function Reach({ contact, consent }: { contact: ListedContact; consent: Consent | null | undefined }) {
  const { email, phone } = contact;
  const link = 'flex min-h-6 items-center gap-1.5 text-sm underline';
  return (
    <span className="block min-w-0">
      {email && (
        <a className={link} href={mailtoHref(email)} title={email}>
          {rowIcons.mail}
          <span className="max-w-52 truncate">{email}</span>
        </a>
      )}
      {phone && <PhoneNumber phone={phone} className={`${link} whitespace-nowrap`} icon={rowIcons.phone} />}
      {email ? (
        <span className="mt-1 block">
          <ConsentBadge consent={consent} />
        </span>
      ) : (
        <span className="text-sm text-slate">Sans courriel</span>
      )}
    </span>
  );
}

/**
 * The columns of the list.
 *
 * @param consents by contact id; `undefined` while they are on their way
 * @param onLinkClick from `useLinkClick`
 */
export function contactColumns(
  consents: Readonly<Record<string, Consent>> | undefined,
  onLinkClick: (event: MouseEvent<HTMLAnchorElement>) => void,
  onDelete: (contact: ListedContact) => void,
): Column<ListedContact>[] {
  return [
    {
      key: 'contact',
      header: 'Contact',
      sortable: true,
      mobile: 'title',
      className: 'wrap-anywhere sm:min-w-56',
      cell: ({ id, name, company, sector }) => (
        <>
          <a className="font-semibold hover:underline" href={admin.contact.href(id)} onClick={onLinkClick}>
            {name}
          </a>
          <span className="block text-sm font-normal text-slate">{company}</span>
          <span className="mt-1 block font-normal">
            <SectorBadge sector={sector} />
          </span>
        </>
      ),
    },
    {
      key: 'lieu',
      header: 'Lieu',
      sortable: true,
      className: 'wrap-anywhere sm:min-w-36',
      cell: ({ city, region }) => (
        <span>
          {city}
          <span className="block text-sm text-slate">{region}</span>
        </span>
      ),
    },
    {
      key: 'statut',
      header: 'Statut',
      sortable: true,
      cell: ({ status }) => <ContactStatusBadge status={status} />,
    },
    {
      key: 'coordonnees',
      header: 'Coordonnées',
      cell: (contact) => <Reach contact={contact} consent={consents && (consents[contact.id] ?? null)} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      hiddenHeader: true,
      mobile: 'plain',
      className: 'text-right whitespace-nowrap',
      cell: (contact) => (
        <>
          <a
            href={admin.contact.href(contact.id)}
            onClick={onLinkClick}
            className={iconLinkClass}
            aria-label={`Modifier ${contact.name}`}
            title={`Modifier ${contact.name}`}
          >
            {rowIcons.pencil}
          </a>
          <IconButton label={`Supprimer ${contact.name}`} onClick={() => onDelete(contact)}>
            {rowIcons.trash}
          </IconButton>
        </>
      ),
    },
  ];
}
