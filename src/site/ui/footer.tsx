import { easternStandardDay } from '@contract/eastern-time';
import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { homeAnchorHref, paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import { Brand } from './brand';

const linkClass = 'inline-flex min-h-8 items-center gap-1 underline-offset-4 hover:underline';

function Column({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <h2 className="text-base font-semibold">{title}</h2>
      <ul className="mt-3 space-y-1.5 leading-snug text-white/85">{children}</ul>
    </div>
  );
}

function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener" className={linkClass}>
      {children}
      <ArrowUpRight aria-hidden="true" className="size-4 shrink-0" />
      <span className="sr-only"> (nouvel onglet)</span>
    </a>
  );
}

/** The studio's legal identity, which a municipality checks before it asks for a quote. */
function LegalLine() {
  const { legalName, postalAddress, phone, phoneHref, neq, taxes } = siteConfig;
  return (
    <section
      aria-label="Renseignements légaux"
      className="mx-auto max-w-7xl border-t border-white/20 px-5 pt-6 sm:px-8"
    >
      <ul className="flex flex-wrap items-center gap-x-5 text-sm text-white/80 [&>li]:min-w-0 [&>li]:py-1 [&>li]:wrap-anywhere">
        <li>{legalName}</li>
        <li>{postalAddress}</li>
        {phone && (
          <li>
            <a
              href={phoneHref}
              className="inline-flex min-h-6 items-center whitespace-nowrap underline underline-offset-4"
            >
              {phone}
            </a>
          </li>
        )}
        {neq && <li>NEQ&nbsp;{neq}</li>}
        {taxes && <li>{taxes}</li>}
      </ul>
    </section>
  );
}

/** The footer of every public page. */
export function SiteFooter() {
  return (
    <footer className="on-dark bg-lake text-white print:hidden">
      <div className="mx-auto grid max-w-7xl grid-cols-2 gap-x-6 gap-y-10 px-5 pt-16 pb-12 sm:gap-x-10 sm:px-8 lg:grid-cols-[1.6fr_1fr_1fr_1.2fr]">
        <div className="max-sm:col-span-2">
          <p className="flex items-center gap-2.5">
            <Brand />
          </p>
          <p className="mt-4 max-w-xs text-white/85">
            La photographie 360° au service des municipalités et des MRC du Québec.
          </p>
        </div>
        <Column title="Services">
          <li>
            <Link to={paths.services.href()} className={linkClass}>
              Tous les services
            </Link>
          </li>
          <li>
            <Link to={paths.streetView.href()} className={linkClass}>
              Captation Street View
            </Link>
          </li>
          {siteConfig.showsEstimate && (
            <li>
              <Link to={paths.estimate.href()} className={linkClass}>
                Estimer mon projet
              </Link>
            </li>
          )}
          <li>
            <Link to={paths.quoteRequest.href()} className={linkClass}>
              Demander une soumission
            </Link>
          </li>
        </Column>
        <Column title="À propos">
          <li>
            <Link to={paths.about.href()} className={linkClass}>
              Le studio et son équipe
            </Link>
          </li>
          <li>
            <Link to={paths.municipalities.href()} className={linkClass}>
              Pour les municipalités
            </Link>
          </li>
          <li>
            <Link to={paths.portfolio.href()} className={linkClass}>
              Réalisations
            </Link>
          </li>
          <li>
            <Link to={homeAnchorHref('advantages')} className={linkClass}>
              Avantages
            </Link>
          </li>
          <li>
            <ExternalLink href={siteConfig.allToursUrl}>Toutes les visites</ExternalLink>
          </li>
          <li>
            <ExternalLink href={siteConfig.creativeServicesUrl}>Services créatifs</ExternalLink>
          </li>
        </Column>
        <Column title="Nous joindre" className="max-sm:col-span-2">
          <li>
            <a href={mailtoHref(siteConfig.contactEmail)} className={`${linkClass} break-all`}>
              {siteConfig.contactEmail}
            </a>
          </li>
          <li className="flex min-h-8 items-center">Québec, Canada</li>
        </Column>
      </div>
      <LegalLine />
      <p
        // The prerendered page may still show the previous year.
        suppressHydrationWarning
        className="mx-auto max-w-7xl px-5 pt-2 pb-6 text-sm text-white/80 sm:px-8"
      >
        © {easternStandardDay().slice(0, 4)} {siteConfig.name}. Tous droits réservés.{' '}
        <Link
          to={paths.privacy.href()}
          className="mr-4 inline-flex min-h-8 items-center underline underline-offset-4 sm:ml-3"
        >
          Politique de confidentialité
        </Link>
        <Link
          to={paths.accessibility.href()}
          className="mr-4 inline-flex min-h-8 items-center underline underline-offset-4"
        >
          Accessibilité
        </Link>
        <Link
          to={paths.sitePlan.href()}
          className="inline-flex min-h-8 items-center underline underline-offset-4"
        >
          Plan du site
        </Link>
      </p>
    </footer>
  );
}
