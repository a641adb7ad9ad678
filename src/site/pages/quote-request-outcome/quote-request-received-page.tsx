import { Link } from 'react-router-dom';
import { paths } from '@/shared/lib/paths';
import { buttonClass } from '@/shared/ui/button';
import { Seo } from '@/shared/ui/seo';
import { PageHero } from '@/site/ui/page-hero';

/** Says that a request posted without script has arrived (docs/decisions/0040). */
export function QuoteRequestReceivedPage() {
  return (
    <>
      <Seo title="Demande envoyée" noIndex />
      <PageHero
        title="Demande envoyée"
        lead="C’est envoyé. Vous aurez de nos nouvelles d’ici 24 à 48 heures ouvrables."
      />
      <div className="mx-auto min-h-96 max-w-7xl space-y-6 px-5 py-12 text-lg sm:px-8 sm:py-16">
        <p>Nous vous contacterons sous peu pour discuter de votre projet.</p>
        <p>
          <Link to={paths.portfolio.href()} className={buttonClass({ variant: 'outline' })}>
            Voir nos réalisations
          </Link>
        </p>
      </div>
    </>
  );
}
