import { Star } from 'lucide-react';
import { labelNaming } from '@/admin/kit/lib/label-of';
import { CellChoice, CellChoices } from '@/admin/kit/ui/cell-choice';
import type { Column } from '@/admin/kit/ui/data-table';
import { IconButton } from '@/admin/kit/ui/icon-button';
import type { RowAction } from '@/admin/kit/ui/row-actions';
import { rowIcons } from '@/admin/kit/ui/row-icons';
import { StatusBadge, type Tone } from '@/admin/kit/ui/status-badge';
import { formatNumber } from '@/shared/lib/numbers';
import { paths } from '@/shared/lib/paths';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { pictureSrc } from '@/shared/lib/text';
import { tables } from '../data/tables';
import { asTourStatus, type TourStatus, tourStatuses } from '../data/tour-labels';
import { tourPaths } from '../paths';
import type { SearchableTour } from './tour-list';

const { fields } = tables.virtual_tours;

const tones: Record<TourStatus, Tone> = { published: 'done', draft: 'active', archived: 'quiet' };

type Changes = {
  onStatus: (tour: SearchableTour, status: TourStatus) => void;
  onFeature: (tour: SearchableTour) => void;
  onCategories: (tour: SearchableTour, tagIds: string[]) => void;
};

/**
 * Returns the columns of the tours list.
 *
 * @param categories id → name
 */
export function tourColumns(
  categories: Readonly<Record<string, string>>,
  { onStatus, onFeature, onCategories }: Changes,
): Column<SearchableTour>[] {
  const tagIds = (tour: SearchableTour) =>
    tour.virtual_tour_tags.map(({ tag_id }) => tag_id).filter((id) => id in categories);
  const tagNames = (tour: SearchableTour) =>
    tagIds(tour)
      .map((id) => categories[id])
      .join(', ');
  return [
    {
      key: 'image',
      header: fields.image_url,
      hiddenHeader: true,
      mobile: 'picture',
      width: [80, 80],
      cell: (tour) => <Thumbnail src={pictureSrc(tour.image_url)} />,
    },
    {
      key: 'title',
      header: fields.title,
      sortable: true,
      mobile: 'title',
      primary: true,
      width: [180, 400],
      grows: true,
      text: ({ title }) => title,
      cell: (tour) => (
        <a href={tourPaths.edit.href(tour.id)} className="font-semibold hover:underline">
          {tour.title}
        </a>
      ),
    },
    {
      key: 'location',
      header: fields.location,
      sortable: true,
      mobile: 'text',
      width: [110, 280],
      grows: true,
      text: ({ location }) => location,
      cell: (tour) => tour.location ?? '–',
      // The column shows the town alone: the region after the comma has no room.
      mobileCell: ({ location }) => location?.split(',')[0],
    },
    {
      key: 'categories',
      header: 'Catégories',
      optional: 1,
      width: [128, 360],
      grows: true,
      text: tagNames,
      cell: (tour) => (
        <CellChoices
          label={labelNaming('Catégories', tour.title)}
          values={tagIds(tour)}
          options={categories}
          onApply={(ids) => onCategories(tour, ids)}
        >
          {tagNames(tour) || '–'}
        </CellChoices>
      ),
    },
    {
      key: 'status',
      header: fields.status,
      sortable: true,
      mobile: 'badge',
      width: [120, 132],
      cell: (tour) => {
        const known = asTourStatus(tour.status);
        return (
          <CellChoice
            label={labelNaming('Statut', tour.title)}
            value={known}
            options={tourStatuses}
            onChoose={(status) => onStatus(tour, status as TourStatus)}
          >
            <StatusBadge tone={tones[known]} label={tourStatuses[known]} />
          </CellChoice>
        );
      },
    },
    {
      key: 'is_featured',
      header: 'Coup de cœur',
      sortable: true,
      headerSign: <Star aria-hidden="true" className="size-4" />,
      mobile: 'badge',
      width: [64, 72],
      cell: (tour) => <FeaturedStar tour={tour} onPress={() => onFeature(tour)} />,
      // The star is no higher than its line.
      mobileCell: (tour) => (
        <span className="-my-1.5 block">
          <FeaturedStar tour={tour} onPress={() => onFeature(tour)} />
        </span>
      ),
    },
    {
      key: 'view_count',
      header: 'Ouvertures',
      sortable: true,
      // With little room, names take precedence over figures.
      optional: 2,
      align: 'end',
      width: [112, 124],
      text: ({ view_count }) => formatNumber(view_count),
      cell: (tour) => formatNumber(tour.view_count),
    },
  ];
}

function FeaturedStar({ tour, onPress }: { tour: SearchableTour; onPress: () => void }) {
  const isReadOnly = useIsReadOnly();
  const { title, is_featured } = tour;
  const star = (
    <Star aria-hidden="true" className={`size-5 ${is_featured ? 'fill-amber-ink text-amber-ink' : ''}`} />
  );
  if (isReadOnly) {
    return is_featured ? (
      <span role="img" aria-label="Coup de cœur" className="inline-flex size-9 items-center justify-center">
        {star}
      </span>
    ) : null;
  }
  return (
    <IconButton label={`Coup de cœur\u00a0: ${title}`} aria-pressed={is_featured} onClick={onPress}>
      {star}
    </IconButton>
  );
}

/** A thumbnail whose space is reserved while it loads, and without one. */
function Thumbnail({ src }: { src: string | undefined }) {
  return (
    <span className="block h-8 w-15 overflow-hidden rounded bg-mist">
      {src && (
        <img
          src={src}
          alt=""
          width={60}
          height={32}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      )}
    </span>
  );
}

/** The actions on one tour; a public one can be viewed. */
export const tourActions =
  (onDelete: (tour: SearchableTour) => void) =>
  (tour: SearchableTour): RowAction[] => [
    ...(tour.status === 'published'
      ? [
          {
            label: `Voir ${tour.title} sur le site (nouvel onglet)`,
            icon: rowIcons.external,
            word: 'Voir',
            href: paths.tour.href(tour.slug),
            newTab: true,
            readersToo: true as const,
          },
        ]
      : []),
    {
      label: `Modifier ${tour.title}`,
      icon: rowIcons.pencil,
      href: tourPaths.edit.href(tour.id),
    },
    {
      label: labelNaming('Visite à 360°', tour.title),
      icon: rowIcons.eye,
      href: tourPaths.panoramas.href(tour.id),
      readersToo: true,
    },
    { label: `Supprimer ${tour.title}`, icon: rowIcons.trash, onSelect: () => onDelete(tour) },
  ];
