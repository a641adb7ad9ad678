import { useQuery } from '@tanstack/react-query';
import { FileUp, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { IncompleteNotice, ListScreen } from '@/admin/kit/ui/list-screen';
import { HeaderActionWords, headerActionClass } from '@/admin/kit/ui/page-header';
import { StatStrip } from '@/admin/kit/ui/stat-strip';
import { formatNumber } from '@/shared/lib/numbers';
import { buttonClass } from '@/shared/ui/button';
import type { contactStatuses } from '../data/contact-labels';
import type { ContactList } from '../data/contact-list';
import { contacts } from '../data/contacts';
import { PeopleTabs } from '../parts/people-tabs';
import { contactLinks, contactPaths } from '../paths';
import { countByStatus } from './contact-filters';
import { ContactTable } from './contact-table';

/** The list of contacts: figures, search, filters, and bulk actions. */
export function ContactsPage() {
  const list = useQuery(contacts.list());
  return (
    <ListScreen
      title="Contacts"
      action={
        <div className="flex flex-wrap gap-2 sm:gap-3">
          <Link to={contactPaths.import.href()} className={headerActionClass('outline')}>
            <FileUp aria-hidden="true" className="size-4" />
            <HeaderActionWords>Importer</HeaderActionWords>
          </Link>
          <Link to={contactPaths.new.href()} className={headerActionClass('accent')}>
            <Plus aria-hidden="true" className="size-4" />
            <HeaderActionWords>Nouveau contact</HeaderActionWords>
          </Link>
        </div>
      }
      notice={
        <IncompleteNotice
          query={list}
          text={(count) => `Seuls les ${count} contacts les plus récents ont pu être chargés.`}
        />
      }
      query={list}
      errorTitle="Impossible de charger les contacts"
      isEmpty={({ total }) => total === 0}
      empty={{
        title: 'Aucun contact pour le moment',
        why: 'Ajoutez votre premier contact, importez une liste ou acceptez des prospects d’un déplacement.',
        action: (
          <Link to={contactPaths.new.href()} className={buttonClass({ variant: 'accent' })}>
            Ajouter un contact
          </Link>
        ),
      }}
    >
      {(data) => (
        <>
          {/* On one line: the first rows stay on the first screen. */}
          <div className="mb-3 flex shrink-0 flex-wrap items-center justify-between gap-x-5 gap-y-2 max-sm:mb-0 max-sm:gap-y-0 [&_nav]:mb-0">
            <PeopleTabs />
            <ContactFigures list={data} />
          </div>
          <ContactTable list={data} />
        </>
      )}
    </ListScreen>
  );
}

/** The number of contacts, in all and for the important statuses. Counted once the whole list has loaded. */
function ContactFigures({ list }: { list: ContactList }) {
  const counts = useMemo(() => countByStatus(list.rows), [list.rows]);
  const figure = (label: string, status: keyof typeof contactStatuses, to: string) => ({
    label,
    value: list.isComplete ? formatNumber(counts[status] ?? 0) : '…',
    to,
  });
  return (
    <StatStrip
      label="Contacts par statut"
      look="tiles"
      stats={[
        { label: 'Total', value: formatNumber(list.total), to: contactPaths.list.href() },
        figure('Nouveaux', 'nouveau', contactLinks.new),
        figure('Intéressés', 'intéressé', contactLinks.interested),
        figure('Partenaires', 'partenaire', contactLinks.partners),
      ]}
    />
  );
}
