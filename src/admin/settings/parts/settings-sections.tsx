import { Link, NavLink, useLocation } from 'react-router-dom';
import { inOrder, useSubjects } from '@/admin/kit/lib/subject';
import { useCurrentInRow } from '@/admin/kit/lib/use-current-in-row';
import { settingsPaths } from '../paths';

/** The navigation among the sections of the settings, each with its own address. */
export function SettingsSections() {
  const { pathname, hash } = useLocation();
  const all = inOrder(useSubjects().flatMap((one) => one.settings ?? []));
  const sections = all.filter(({ isAdvanced }) => !isAdvanced);
  // These are rarely needed: screens, and parts of the screens above.
  const advanced = all.filter(({ isAdvanced }) => isAdvanced);
  const isAdvancedOpen = advanced.some(({ to }) => to === pathname + hash);
  const row = useCurrentInRow<HTMLUListElement>(pathname);
  return (
    <nav aria-label="Sections des réglages" className="mb-6 max-sm:mb-3 shrink-0">
      {/* On a phone the sections are one line that scrolls, and the first field is on the first screen. */}
      <ul
        ref={row}
        className="relative flex gap-1 border-b border-line [scrollbar-width:none] max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 sm:flex-wrap"
      >
        {sections.map(({ to, title }) => (
          <li key={to} className="shrink-0">
            <NavLink
              to={to}
              // The addresses of the others are below its own.
              end={to === settingsPaths.studio.href()}
              className="sm:-mb-px inline-flex min-h-10 items-center border-b-2 border-transparent px-3 text-[0.95rem] font-medium text-slate hover:text-ink aria-[current=page]:border-spruce aria-[current=page]:text-ink"
            >
              {title}
            </NavLink>
          </li>
        ))}
      </ul>
      <details key={String(isAdvancedOpen)} open={isAdvancedOpen} className="px-3 text-[0.95rem] text-slate">
        <summary className="inline-block min-h-9 cursor-pointer py-1.5 font-medium hover:text-ink">
          Avancé
        </summary>
        <ul className="flex flex-wrap gap-x-5 pb-1">
          {advanced.map(({ to, title }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={to === pathname + hash ? 'page' : undefined}
                className="inline-flex min-h-9 items-center underline-offset-4 hover:underline aria-[current=page]:text-ink"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
