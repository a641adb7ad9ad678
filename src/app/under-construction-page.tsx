import { Link } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { AzimuthRing } from '@/ui/azimuth-ring';
import { buttonClass } from '@/ui/button';
import { PageHeader } from '@/ui/page-header';
import { Seo } from '@/ui/seo';

/** A screen whose place is kept: it says so, and where to go meanwhile. */
export function UnderConstructionPage({ title }: { title: string }) {
  return (
    <>
      <Seo title={title} noIndex />
      <PageHeader title={title} />
      <div className="flex flex-col items-center gap-4 rounded-2xl border border-dashed border-line bg-paper px-6 py-16 text-center">
        <AzimuthRing className="size-14 text-spruce" />
        <p className="font-display text-xl font-semibold">Écran en construction</p>
        <p className="max-w-md text-slate">
          Cet écran arrive dans une prochaine version. Les données qu’il gérera sont déjà en place et
          protégées.
        </p>
        <Link to={paths.admin.quotes.href()} className={buttonClass({ variant: 'outline' })}>
          Voir les soumissions
        </Link>
      </div>
    </>
  );
}
