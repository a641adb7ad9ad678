import { useQuery } from '@tanstack/react-query';
import {
  Contact,
  Images,
  Inbox,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  MailCheck,
  NotebookPen,
  Route,
  ScanLine,
  Settings,
  Tags,
} from 'lucide-react';
import { useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { unreadRequests } from '@/admin/requests/data/unread-requests';
import { setup, stepsLeft } from '@/admin/settings/data/setup';
import { paths } from '@/shared/lib/admin-paths';
import { useIsReadOnly } from '@/shared/lib/read-only';

const { admin } = paths;

type Entry = {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** Other addresses under which the menu marks the entry as current. */
  also?: readonly string[];
};

/** The menu, in its order: a screen is one line. */
export const menuEntries: readonly Entry[] = [
  { to: admin.dashboard.href(), label: 'Dashboard', Icon: LayoutDashboard },
  {
    to: admin.quotes.href(),
    label: 'Soumissions',
    Icon: Inbox,
    also: [admin.issuedQuotes.href(), admin.invoices.href()],
  },
  { to: admin.tours.href(), label: 'Visites virtuelles', Icon: Images },
  { to: admin.tags.href(), label: 'Gestion des tags', Icon: Tags },
  {
    to: admin.tripPlans.href(),
    label: 'Déplacements',
    Icon: Route,
    also: [admin.municipalities.href(), admin.tenders.href()],
  },
  { to: admin.surveys.href(), label: 'Relevés', Icon: ScanLine },
  {
    to: admin.contacts.href(),
    label: 'Contacts',
    Icon: Contact,
    also: [admin.organisations.href()],
  },
  { to: admin.emailTemplates.href(), label: 'Templates emails', Icon: NotebookPen },
  { to: admin.campaigns.href(), label: 'Campagnes', Icon: MailCheck },
  {
    to: admin.settings.href(),
    label: 'Réglages',
    Icon: Settings,
    also: [admin.setup.href(), admin.team.href(), admin.trash.href()],
  },
];

/** Entry of the first setup, while it lasts. */
const setupEntry: Entry = { to: admin.setup.href(), label: 'Démarrage', Icon: ListChecks };

/** Returns the present menu: the list of the first setup comes first until its steps are done or skipped. */
function useMenu(): typeof menuEntries {
  const isReadOnly = useIsReadOnly();
  const { data } = useQuery({ ...setup.state(), staleTime: 300_000, enabled: !isReadOnly, meta: {} });
  return isReadOnly || !data || stepsLeft(data).length === 0 ? menuEntries : [setupEntry, ...menuEntries];
}

/** Tells whether an address is this one or below it; the Dashboard's is above all of them. */
const isWithin = (pathname: string, address: string) =>
  pathname === address || (address !== admin.dashboard.href() && pathname.startsWith(`${address}/`));

/** The sections of the back office; `isNarrow` shows only their icons. */
export function MenuSections({ isNarrow = false, onChoose }: { isNarrow?: boolean; onChoose?: () => void }) {
  const { pathname } = useLocation();
  const id = useId();
  const entries = useMenu();
  const current = entries.find(({ to, also = [] }) =>
    [to, ...also].some((address) => isWithin(pathname, address)),
  );
  return (
    <ul className="space-y-0.5">
      {entries.map(({ to, label, Icon }) => (
        <li key={to} className="relative">
          <Link
            to={to}
            onClick={onChoose}
            aria-current={current?.to === to ? 'page' : undefined}
            aria-describedby={to === admin.quotes.href() ? `${id}-unread` : undefined}
            {...(isNarrow && { title: label })}
            className={`flex min-h-10 items-center rounded-lg text-[0.95rem] font-medium text-ink hover:bg-mist aria-[current=page]:bg-spruce aria-[current=page]:text-white ${
              isNarrow ? 'justify-center' : 'gap-3 px-3'
            }`}
          >
            <Icon aria-hidden="true" className="size-[1.15rem] shrink-0" />
            <span className={isNarrow ? 'sr-only' : ''}>{label}</span>
          </Link>
          {to === admin.quotes.href() && <UnreadQuotes id={`${id}-unread`} isNarrow={isNarrow} />}
        </li>
      ))}
    </ul>
  );
}

/** The number of new quote requests. Beside the link, so that the link keeps its name; it describes it. */
function UnreadQuotes({ id, isNarrow }: { id: string; isNarrow: boolean }) {
  const { data: count = 0 } = useQuery(unreadRequests());
  if (count === 0) return null;
  return (
    <span
      id={id}
      className={`pointer-events-none absolute rounded-full bg-sumac text-center font-semibold text-white tabular-nums ${
        isNarrow
          ? 'top-0.5 right-0.5 min-w-4.5 px-1 text-xs'
          : 'top-1/2 right-2 min-w-6 -translate-y-1/2 px-1.5 text-sm'
      }`}
    >
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {count > 1 ? 'nouvelles demandes' : 'nouvelle demande'}</span>
    </span>
  );
}
