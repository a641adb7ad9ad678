import { Merge, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { MoveButtons, useSortableRow } from '@/admin/kit/ui/sortable-list';
import { tourPaths } from '@/admin/tours/paths';
import { counted } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import type { UsedTag } from '../data/tags';
import { TagColorCell, TagNameCell } from './tag-cells';
import { TagSwatch } from './tag-swatch';

/** Actions on a tag; an absent one is not available now. */
type TagActions = {
  onEdit?: (() => void) | undefined;
  onMerge?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
  /** Moves it by so many places. */
  onMove?: ((by: -1 | 1) => void) | undefined;
};

type Props = {
  tag: UsedTag;
  isFirst: boolean;
  isLast: boolean;
  /** The form of the tag, in its card while it is edited. */
  children: ReactNode;
} & TagActions;

/** One tag of the grid: its look, its use, and its actions; while it is edited, its form on a row of its own. */
export function TagCard({ tag, isFirst, isLast, children, onEdit, onMerge, onRemove, onMove }: Props) {
  const { row, handle, isDragging } = useSortableRow({
    ...tag,
    roleDescription: 'tag à déplacer',
    canMove: onMove !== undefined,
  });
  const isReadOnly = useIsReadOnly();
  const canChange = onEdit !== undefined && !isReadOnly;

  return (
    <li
      {...row}
      className={`flex min-w-0 flex-col rounded-xl border border-line bg-paper ${children ? 'col-span-full' : ''} ${
        isDragging ? 'relative z-10 shadow-lg outline-2 outline-spruce' : ''
      }`}
    >
      <div className="flex grow items-start gap-3 px-4 pt-3">
        {canChange ? <TagColorCell tag={tag} /> : <TagSwatch icon={tag.icon} color={tag.color} />}
        <div className="min-w-0 grow">
          <h2 className="font-semibold wrap-anywhere">{canChange ? <TagNameCell tag={tag} /> : tag.name}</h2>
          <p className="text-sm wrap-anywhere text-slate">{tag.slug}</p>
          <p className="flex flex-wrap items-center gap-x-1.5 text-sm">
            {tag.tours > 0 ? (
              <Link
                to={`${tourPaths.list.href()}?categorie=${tag.id}`}
                className="inline-flex min-h-6 items-center text-spruce-deep underline underline-offset-4"
              >
                {counted(tag.tours, 'visite')}
              </Link>
            ) : (
              <span className="text-slate">{counted(0, 'visite')}</span>
            )}
            {tag.trips > 0 && <span className="text-slate">· {counted(tag.trips, 'déplacement')}</span>}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap px-2 pb-1">
        <AdminsOnly>
          {handle}
          <MoveButtons name={tag.name} isFirst={isFirst} isLast={isLast} onMove={onMove} />
          <IconButton
            className="ml-auto"
            label={`Modifier ${tag.name}`}
            aria-disabled={!onEdit}
            onClick={onEdit}
          >
            <Pencil aria-hidden="true" className="size-4.5" />
          </IconButton>
          <IconButton
            label={`Fusionner ${tag.name} avec un autre tag`}
            aria-disabled={!onMerge}
            onClick={onMerge}
          >
            <Merge aria-hidden="true" className="size-4.5" />
          </IconButton>
          <IconButton label={`Supprimer ${tag.name}`} aria-disabled={!onRemove} onClick={onRemove}>
            <Trash2 aria-hidden="true" className="size-4.5" />
          </IconButton>
        </AdminsOnly>
      </div>
      {children && <div className="px-3 pb-3">{children}</div>}
    </li>
  );
}
