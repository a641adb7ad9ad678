import { NavLink } from 'react-router-dom';
import type { Entry } from '../lib/subject';

type Tabs = { label: string; tabs: readonly Entry[] };

/** The tabs among the lists of one menu entry, each with its own address. */
export function SectionTabs({ label, tabs }: Tabs) {
  return (
    <nav aria-label={label} className="mb-2 flex max-w-full shrink-0 flex-wrap gap-x-3">
      {tabs.map(({ to, title }) => (
        <NavLink
          key={to}
          to={to}
          end
          className="border-b-2 border-transparent py-0.5 text-sm font-medium text-slate hover:text-ink aria-[current=page]:border-spruce aria-[current=page]:text-ink"
        >
          {title}
        </NavLink>
      ))}
    </nav>
  );
}
