import { thresholdsOn } from '@contract/contract-thresholds';
import { easternStandardDay } from '@contract/eastern-time';
import { useQuery } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import { Button, buttonClass } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';
import { studioProfile } from '@/site/data/studio-profile';
import { KIT_FILE } from '@/site/lib/municipal-kit';
import { withQueries } from '@/site/lib/with-queries';
import { CallToAction } from '@/site/ui/call-to-action';
import { IndexedHero } from '@/site/ui/page-hero';
import { Testimonials } from '@/site/ui/testimonials';
import { Buying } from './buying';
import { Commitments, SupplierSheet } from './supplier-facts';

/** Answers a public buyer's questions before a quote request, on a page that prints as one sheet. */
export const MunicipalitiesPage = withQueries(function MunicipalitiesPage() {
  const { data: profile, ...query } = useQuery(studioProfile());
  return (
    <>
      <IndexedHero
        page={paths.municipalities}
        crumb="Pour les municipalités"
        headTitle="Pour les municipalités et les MRC"
        description="NEQ, assurance, droits sur les images, floutage et Loi 25, formats de livraison, seuils de contrats&nbsp;: ce qu’il faut savoir pour confier une visite virtuelle."
        title="Pour les municipalités"
        lead="Ce que vous devez savoir de nous avant de nous confier un mandat, réuni pour votre dossier."
      />
      <div className="mx-auto max-w-7xl px-5 py-12 sm:px-8 print:py-3">
        {profile?.is_demo && (
          <p className="mb-8 rounded-lg bg-amber-pale px-4 py-3 text-amber-ink print:mb-3">
            Renseignements de démonstration&nbsp;: aucun n’engage qui que ce soit.
          </p>
        )}
        <section aria-labelledby="fiche" className="pb-10 print:pb-3">
          <div className="mb-6 flex flex-wrap items-center justify-between gap-3 print:mb-2">
            <h2 id="fiche" className="text-2xl font-bold print:text-lg">
              Fiche du fournisseur
            </h2>
            <div className="flex flex-wrap gap-3 print:hidden">
              {siteConfig.hasKit && (
                <a href={KIT_FILE} download className={buttonClass({ variant: 'primary' })}>
                  <Download aria-hidden="true" className="size-4" />
                  Télécharger la trousse (PDF)
                </a>
              )}
              <Button variant="outline" className="noscript:hidden" onClick={() => window.print()}>
                <Printer aria-hidden="true" className="size-4" />
                Imprimer la fiche
              </Button>
            </div>
          </div>
          <SupplierSheet insurance={profile?.insurance ?? null} />
        </section>
        {query.isPending ? (
          <Spinner label="Chargement de nos engagements…" />
        ) : (
          <>
            {query.isError && (
              <ErrorState
                title="Impossible de charger nos assurances et nos engagements"
                onRetry={() => query.refetch()}
              />
            )}
            <Commitments profile={profile ?? null} />
            <Buying thresholds={thresholdsOn(easternStandardDay())} />
          </>
        )}
      </div>
      <Testimonials testimonials={profile?.testimonials ?? []} />
      <CallToAction
        title="Il vous manque un document?"
        text="Attestation de Revenu Québec, preuve d’assurance, formulaire de fournisseur&nbsp;: demandez-le avec votre soumission."
      />
    </>
  );
});
