import { NavLink } from 'react-router-dom';
import { paths } from '@/shared/lib/admin-paths';

const { admin } = paths;

const sections = [
  { to: admin.settings.href(), label: 'Studio', end: true },
  { to: admin.publicProfile.href(), label: 'Profil public' },
  { to: admin.emailSettings.href(), label: 'Courriels' },
  { to: admin.personalData.href(), label: 'Données personnelles' },
  { to: admin.register.href(), label: 'Répertoire' },
  { to: admin.contractThresholds.href(), label: 'Seuils de contrats' },
  { to: admin.security.href(), label: 'Sécurité du compte' },
];

/** The sections of the settings, each an address. */
export function SettingsSections() {
  return (
    <nav aria-label="Sections des paramètres" className="mb-6">
      <ul className="flex flex-wrap gap-1 border-b border-line">
        {sections.map(({ to, label, end = false }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={end}
              className="-mb-px inline-flex min-h-10 items-center border-b-2 border-transparent px-3 text-[0.95rem] font-medium text-slate hover:text-ink aria-[current=page]:border-spruce aria-[current=page]:text-ink"
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
