import { NavLink } from 'react-router-dom';
import { paths } from '@/shared/lib/admin-paths';

const { admin } = paths;
const tabs = [
  { to: admin.contacts.href(), label: 'Personnes' },
  { to: admin.organisations.href(), label: 'Organisations' },
  { to: admin.segments.href(), label: 'Segments' },
  { to: admin.contactDuplicates.href(), label: 'Doublons' },
];

/** The lists of who the studio knows, each an address. */
export function PeopleTabs() {
  return (
    <nav aria-label="Personnes et organisations" className="mb-2 flex max-w-full shrink-0 flex-wrap gap-x-3">
      {tabs.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          end
          className="border-b-2 border-transparent py-0.5 text-sm font-medium text-slate hover:text-ink aria-[current=page]:border-spruce aria-[current=page]:text-ink"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
