import { NavLink } from 'react-router-dom';
import { paths } from '@/shared/lib/admin-paths';

const { admin } = paths;
const tabs = [
  { to: admin.contacts.href(), label: 'Personnes' },
  { to: admin.organisations.href(), label: 'Organisations' },
];

/** The two lists of who the studio knows, each an address. */
export function PeopleTabs() {
  return (
    <nav aria-label="Personnes et organisations" className="mb-3 flex shrink-0 gap-1 border-b border-line">
      {tabs.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          end
          className="-mb-px border-b-2 border-transparent px-3 py-1.5 text-sm font-medium text-slate hover:text-ink aria-[current=page]:border-spruce aria-[current=page]:text-ink"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
