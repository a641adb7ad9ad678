import { useMutation } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import type { MouseEvent } from 'react';
import { asTourStatus, type TourStatus, tourStatuses } from '@/admin/data/tours/tour-labels';
import { type ListedTour, tours } from '@/admin/data/tours/tours';
import type { Column } from '@/admin/ui/data-table';
import { IconButton, iconLinkClass } from '@/admin/ui/icon-button';
import { rowIcons } from '@/admin/ui/row-icons';
import { StatusBadge, type Tone } from '@/admin/ui/status-badge';
import { paths } from '@/shared/lib/admin-paths';
import { formatNumber } from '@/shared/lib/numbers';
import { pictureSrc } from '@/shared/lib/text';
import type { SearchableTour } from './tour-list';

const tones: Record<TourStatus, Tone> = { published: 'done', draft: 'active', archived: 'quiet' };

type LinkClick = (event: MouseEvent<HTMLAnchorElement>) => void;

/**
 * The columns of the tours list.
 *
 * @param onLinkClick from `useLinkClick`
 */
export function tourColumns(
  onLinkClick: LinkClick,
  onDelete: (tour: SearchableTour) => void,
): Column<SearchableTour>[] {
  return [
    {
      key: 'image',
      header: 'Image',
      hiddenHeader: true,
      mobile: 'plain',
      className: 'w-24',
      cell: (tour) => <Thumbnail src={pictureSrc(tour.image_url)} />,
    },
    {
      key: 'title',
      header: 'Titre',
      sortable: true,
      mobile: 'title',
      className: 'wrap-anywhere sm:min-w-44',
      cell: (tour) => (
        <a
          href={paths.admin.tourEdit.href(tour.id)}
          onClick={onLinkClick}
          className="font-semibold underline-offset-4 hover:underline"
        >
          {tour.title}
        </a>
      ),
    },
    {
      key: 'location',
      header: 'Lieu',
      sortable: true,
      className: 'wrap-anywhere sm:min-w-36',
      cell: (tour) => tour.location ?? '–',
    },
    {
      key: 'status',
      header: 'Statut',
      sortable: true,
      cell: ({ status }) => {
        const known = asTourStatus(status);
        return <StatusBadge tone={tones[known]} label={tourStatuses[known]} />;
      },
    },
    {
      key: 'is_featured',
      header: 'Coup de cœur',
      sortable: true,
      className: 'sm:text-center max-sm:items-center',
      cell: (tour) => <FeaturedToggle tour={tour} />,
    },
    {
      key: 'view_count',
      header: 'Ouvertures',
      sortable: true,
      className: 'tabular-nums sm:text-right',
      cell: (tour) => formatNumber(tour.view_count),
    },
    {
      key: 'actions',
      header: 'Actions',
      hiddenHeader: true,
      mobile: 'plain',
      className: 'whitespace-nowrap',
      cell: (tour) => <Actions tour={tour} onLinkClick={onLinkClick} onDelete={() => onDelete(tour)} />,
    },
  ];
}

/** Its room is kept while it loads, and when there is none. */
function Thumbnail({ src }: { src: string | undefined }) {
  return (
    <span className="block h-[43px] w-20 overflow-hidden rounded-md bg-mist">
      {src && (
        <img
          src={src}
          alt=""
          width={80}
          height={43}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      )}
    </span>
  );
}

function Actions({
  tour,
  onLinkClick,
  onDelete,
}: {
  tour: ListedTour;
  onLinkClick: LinkClick;
  onDelete: () => void;
}) {
  const edit = `Modifier ${tour.title}`;
  const preview = `Voir ${tour.title} sur le site (nouvel onglet)`;
  return (
    <span className="flex justify-end max-sm:justify-start">
      {tour.status === 'published' && (
        <a
          href={paths.tour.href(tour.slug)}
          target="_blank"
          rel="noopener noreferrer"
          className={iconLinkClass}
          aria-label={preview}
          title={preview}
        >
          {rowIcons.external}
        </a>
      )}
      <a
        href={paths.admin.tourEdit.href(tour.id)}
        onClick={onLinkClick}
        className={iconLinkClass}
        aria-label={edit}
        title={edit}
      >
        {rowIcons.largePencil}
      </a>
      <IconButton label={`Supprimer ${tour.title}`} onClick={onDelete}>
        {rowIcons.largeTrash}
      </IconButton>
    </span>
  );
}

/** The star of a tour: puts it among the featured ones, or takes it out, in place. */
function FeaturedToggle({ tour: { id, title, is_featured } }: { tour: ListedTour }) {
  const feature = useMutation(tours.feature());
  return (
    <IconButton
      label={`Coup de cœur\u00a0: ${title}`}
      aria-pressed={is_featured}
      onClick={() => feature.mutate({ id, is_featured: !is_featured })}
    >
      <Star aria-hidden="true" className={`size-5 ${is_featured ? 'fill-amber-ink text-amber-ink' : ''}`} />
    </IconButton>
  );
}
