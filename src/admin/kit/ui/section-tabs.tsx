import { NavLink } from 'react-router-dom';
import { paths } from '@/shared/lib/admin-paths';

const { admin } = paths;

type Tabs = { label: string; tabs: readonly { to: string; label: string }[] };

/** The tabs among the lists of one menu entry, each with its own address. */
function SectionTabs({ label, tabs }: Tabs) {
  return (
    <nav aria-label={label} className="mb-2 flex max-w-full shrink-0 flex-wrap gap-x-3">
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

const people: Tabs = {
  label: 'Personnes et organisations',
  tabs: [
    { to: admin.contacts.href(), label: 'Personnes' },
    { to: admin.organisations.href(), label: 'Organisations' },
    { to: admin.segments.href(), label: 'Segments' },
  ],
};

/** Tabs among contacts and organisations. */
export const PeopleTabs = () => <SectionTabs {...people} />;

const quotes: Tabs = {
  label: 'Soumissions, devis et factures',
  tabs: [
    { to: admin.quotes.href(), label: 'Demandes' },
    { to: admin.issuedQuotes.href(), label: 'Devis' },
    { to: admin.invoices.href(), label: 'Factures' },
  ],
};

/** Tabs among the incoming requests, the studio's quotes and its invoices. */
export const QuoteTabs = () => <SectionTabs {...quotes} />;
