import { Link, NavLink, useLocation } from 'react-router-dom';
import { paths } from '@/shared/lib/admin-paths';

const { admin } = paths;

const sections = [
  { to: admin.settings.href(), label: 'Studio', end: true },
  { to: admin.publicProfile.href(), label: 'Profil public' },
  { to: admin.publicPrices.href(), label: 'Prix et estimation' },
  { to: admin.embedding.href(), label: 'Partage' },
  { to: admin.evidence.href(), label: 'Preuve' },
  { to: admin.emailSettings.href(), label: 'Courriels' },
  { to: admin.team.href(), label: 'Équipe' },
  { to: admin.personalData.href(), label: 'Données personnelles' },
  { to: admin.register.href(), label: 'Répertoire' },
  { to: admin.trash.href(), label: 'Corbeille' },
  { to: admin.security.href(), label: 'Sécurité du compte' },
];

/** Rarely needed sections: screens, and parts of the screens above. */
const advanced = [
  { to: `${admin.emailSettings.href()}#avance`, label: 'Registre des lobbyistes et réchauffement' },
  { to: admin.tenders.href(), label: 'Fichiers d’appels d’offres' },
];

/** The navigation among the sections of the settings, each with its own address. */
export function SettingsSections() {
  const { pathname, hash } = useLocation();
  const isAdvanced = advanced.some(({ to }) => to === pathname + hash);
  return (
    <nav aria-label="Sections des réglages" className="mb-6 shrink-0">
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
      <details key={String(isAdvanced)} open={isAdvanced} className="px-3 text-[0.95rem] text-slate">
        <summary className="inline-block min-h-9 cursor-pointer py-1.5 font-medium hover:text-ink">
          Avancé
        </summary>
        <ul className="flex flex-wrap gap-x-5 pb-1">
          {advanced.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={to === pathname + hash ? 'page' : undefined}
                className="inline-flex min-h-9 items-center underline-offset-4 hover:underline aria-[current=page]:text-ink"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
