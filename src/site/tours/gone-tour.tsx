import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from 'react-router-dom';
import { paths } from '@/shared/lib/paths';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import { buttonClass } from '@/shared/ui/button';
import { NotFoundPage } from '@/shared/ui/not-found-page';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { goneTour } from '@/site/data/gone-tours';

/**
 * Explains an address whose tour is not public: links to its new address, says that it was withdrawn, or shows the
 * not-found page.
 *
 * @param hrefOf returns the address of the same page for another slug
 */
export function GoneTour({ slug, hrefOf }: { slug: string; hrefOf: (slug: string) => string }) {
  const { data: gone, isPending } = useQuery(goneTour(slug));
  if (isPending) {
    return (
      <div className="min-h-[70vh] px-5 pt-32">
        <Spinner label="Chargement de la visite…" />
      </div>
    );
  }
  if (!gone || !(slug in gone)) return <NotFoundPage />;
  const now = gone[slug];
  if (now) return <Navigate to={hrefOf(now)} replace />;
  return (
    <section className="mx-auto flex max-w-xl flex-col items-start gap-5 px-6 pt-40 pb-28">
      <Seo title="Visite retirée" noIndex />
      <AzimuthRing className="size-16 text-slate" />
      <h1 className="text-4xl font-bold">Cette visite a été retirée</h1>
      <p>Elle n’est plus offerte sur ce site. D’autres lieux se visitent parmi nos réalisations.</p>
      <div className="flex flex-wrap gap-3">
        <Link to={paths.portfolio.href()} className={buttonClass()}>
          Voir nos réalisations
        </Link>
        <Link to={paths.quoteRequest.href()} className={buttonClass({ variant: 'outline' })}>
          Demander une soumission
        </Link>
      </div>
    </section>
  );
}
