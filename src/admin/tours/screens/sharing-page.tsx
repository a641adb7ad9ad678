import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { settingsOf } from '@/admin/settings/data/settings';
import { settingsPaths } from '@/admin/settings/paths';
import { EmbedLine } from '@/shared/panorama-tour/embed-line';
import { SharePanel } from '@/shared/panorama-tour/share-panel';
import { sceneTarget, tourTargets } from '@/shared/panorama-tour/share-targets';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Seo } from '@/shared/ui/seo';
import { type DeliverableTour, tourDelivery } from '../data/tour-delivery';
import { tourPaths } from '../paths';
import { TourPlaceholder } from './tour-placeholder';

/** The page from which a studio shares a tour: its address, its QR code, and the line that shows it in another site. */
export function SharingPage() {
  const { id = '' } = useParams();
  const query = useQuery(tourDelivery.ofTour(id));
  const tour = query.data;
  return (
    <>
      <Seo title={tour ? `${tour.title} · Partager` : 'Partager'} noIndex />
      <PageHeader title={tour?.title ?? 'Partager'} {...(tour ? { count: 'Partager' } : {})} readersToo>
        {tour && (
          <Link to={tourPaths.edit.href(tour.id)} className={buttonClass({ variant: 'outline', size: 'sm' })}>
            Retour à la visite
          </Link>
        )}
      </PageHeader>
      {tour ? <Sharing key={id} tour={tour} /> : <TourPlaceholder query={query} />}
    </>
  );
}

function Sharing({ tour }: { tour: DeliverableTour }) {
  if (tour.status !== 'published')
    return (
      <EmptyState title="Publiez cette visite avant de la partager">
        <Link to={tourPaths.edit.href(tour.id)} className={buttonClass()}>
          Ouvrir la visite
        </Link>
      </EmptyState>
    );
  const made = tour.published?.tour;
  const [whole, page] = tourTargets(tour);
  const shared = { slug: tour.slug, title: tour.title };
  const targets = made
    ? [whole, page, ...made.scenes.map((scene) => sceneTarget({ ...shared, tour: made }, scene))]
    : // A tour of another host has its page only.
      [page && { ...page, framed: undefined }];
  return (
    <div className="max-w-4xl rounded-xl border border-line bg-paper p-5">
      <SharePanel targets={targets.filter((target) => target !== undefined)}>
        {({ framed, caption }) => framed && <InAnotherSite title={caption} href={framed} />}
      </SharePanel>
    </div>
  );
}

/** The line that shows a tour in the page of another site, and which sites may use it. */
function InAnotherSite({ title, href }: { title: string; href: string }) {
  const { data } = useQuery(settingsOf('embedding_settings'));
  return (
    <EmbedLine title={title} href={href}>
      {data && (
        <p className="mt-1 max-w-prose text-sm wrap-anywhere text-slate">
          {data.is_open
            ? 'Tous les sites peuvent la montrer.'
            : data.sites.length === 0
              ? 'Aucun autre site ne peut encore la montrer.'
              : `Peuvent la montrer\u00a0: ${data.sites.map((site) => site.replace('https://', '')).join(', ')}.`}{' '}
          <Link to={settingsPaths.embedding.href()} className="font-medium underline underline-offset-4">
            Choisir les sites
          </Link>
        </p>
      )}
    </EmbedLine>
  );
}
