import { Link } from 'react-router-dom';
import { homeAnchorHref, paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import { IndexedHero } from '@/site/ui/page-hero';

/**
 * Copied from src/site/lib/services.ts, and compared by a test: shared by three pages, that module would be a chunk
 * of its own.
 */
const serviceLinks = [
  ['Infrastructures municipales', '/services#infrastructures'],
  ['Patrimoine et culture', '/services#patrimoine'],
  ['Projets de développement', '/services#developpement'],
  ['Zones commerciales', '/services#commerces'],
  ['Captation Street View', '/services#street-view'],
  ['Relevé avant déneigement', '/services#deneigement'],
  ['Espaces naturels', '/services#nature'],
  ['Événements', '/services#evenements'],
] as const;

/** Every page of the site that a visitor may want, by what they come for. */
const planSections: { title: string; links: (readonly [label: string, href: string])[] }[] = [
  {
    title: 'Découvrir',
    links: [
      ['Accueil', paths.home.href()],
      ['Réalisations', paths.portfolio.href()],
      ['Carte des réalisations', `${paths.portfolio.href()}#carte`],
      ['Avantages', homeAnchorHref('advantages')],
      ['À propos', paths.about.href()],
    ],
  },
  {
    title: 'Services',
    links: [
      ['Tous les services', paths.services.href()],
      ...serviceLinks,
      ['Street View et relevé avant déneigement', paths.streetView.href()],
    ],
  },
  {
    title: 'Travailler avec nous',
    links: [
      ['Pour les municipalités', paths.municipalities.href()],
      ...(siteConfig.showsEstimate ? [['Estimer mon projet', paths.estimate.href()] as const] : []),
      ['Demande de soumission', paths.quoteRequest.href()],
    ],
  },
  {
    title: 'Le site',
    links: [
      ['Accessibilité', paths.accessibility.href()],
      ['Vérifier un dossier de preuve', paths.verifier.href()],
      ['Politique de confidentialité', paths.privacy.href()],
      ['Se désabonner de nos courriels', paths.unsubscribe.href()],
    ],
  },
];

/** Every page, in one list. */
export function SitePlanPage() {
  return (
    <>
      <IndexedHero
        page={paths.sitePlan}
        crumb="Plan du site"
        headTitle="Plan du site"
        description="Toutes les pages du site, par sujet&nbsp;: réalisations, services, renseignements pour les municipalités, accessibilité et confidentialité."
        title="Plan du site"
        lead="Toutes les pages, en un coup d’œil."
      />
      <div className="mx-auto grid max-w-7xl grid-cols-1 gap-x-10 gap-y-12 px-5 py-12 sm:grid-cols-2 sm:px-8 sm:py-16 lg:grid-cols-4 print:grid-cols-2 print:gap-y-4">
        {planSections.map(({ title, links }) => (
          <section key={title} aria-label={title}>
            <h2 className="text-xl font-bold">{title}</h2>
            <ul className="mt-3 border-t border-line">
              {links.map(([label, href]) => (
                <li key={href} className="border-b border-line">
                  <Link
                    to={href}
                    className="flex min-h-11 items-center py-1.5 underline-offset-4 hover:underline print:min-h-0"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
