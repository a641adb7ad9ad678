import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { type Subject, useSubjects } from '@/admin/kit/lib/subject';
import { unreadRequests } from '@/admin/requests/data/unread-requests';
import { requestPaths } from '@/admin/requests/paths';
import { setup, stepsLeft } from '@/admin/settings/data/setup';
import { settingsPaths } from '@/admin/settings/paths';
import { paths } from '@/shared/lib/paths';
import { useIsReadOnly } from '@/shared/lib/read-only';

type MenuEntry = NonNullable<Subject['menu']>;

/**
 * The menu, in the order of the subjects; an address of a subject without an entry marks another subject's entry as
 * current.
 */
export const menuOf = (subjects: readonly Subject[]): MenuEntry[] =>
  subjects.flatMap(({ menu }) => {
    if (!menu) return [];
    const others = subjects.flatMap(({ under }) => (under?.menu === menu.to ? under.also : []));
    return [{ ...menu, also: [...(menu.also ?? []), ...others] }];
  });

/** Entry of the first setup, while it lasts. */
const setupEntry: MenuEntry = { title: 'Démarrage', to: settingsPaths.setup.href(), Icon: ListChecks };

/** Returns the present menu: the list of the first setup comes first until its steps are done or skipped. */
function useMenu(): MenuEntry[] {
  const entries = menuOf(useSubjects());
  const isReadOnly = useIsReadOnly();
  const { data } = useQuery({ ...setup.state(), staleTime: 300_000, enabled: !isReadOnly, meta: {} });
  return isReadOnly || !data || stepsLeft(data).length === 0 ? entries : [setupEntry, ...entries];
}

/** Tells whether an address is this one or below it; the Dashboard's is above all of them. */
const isWithin = (pathname: string, address: string) =>
  pathname === address || (address !== paths.admin.href() && pathname.startsWith(`${address}/`));

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
      {entries.map(({ to, title, Icon }) => (
        <li key={to} className="relative">
          <Link
            to={to}
            onClick={onChoose}
            aria-current={current?.to === to ? 'page' : undefined}
            aria-describedby={to === requestPaths.list.href() ? `${id}-unread` : undefined}
            {...(isNarrow && { title })}
            className={`flex min-h-10 items-center rounded-lg text-[0.95rem] font-medium text-ink hover:bg-mist aria-[current=page]:bg-spruce aria-[current=page]:text-white ${
              isNarrow ? 'justify-center' : 'gap-3 px-3'
            }`}
          >
            <Icon aria-hidden="true" className="size-[1.15rem] shrink-0" />
            <span className={isNarrow ? 'sr-only' : ''}>{title}</span>
          </Link>
          {to === requestPaths.list.href() && <UnreadQuotes id={`${id}-unread`} isNarrow={isNarrow} />}
        </li>
      ))}
    </ul>
  );
}

/**
 * The number of new quote requests, beside the link and as its description, so that the link's name does not change.
 */
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
