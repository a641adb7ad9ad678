import { Merge, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { UsedTag } from '@/admin/data/tags/tags';
import { AdminsOnly } from '@/admin/ui/admins-only';
import { IconButton } from '@/admin/ui/icon-button';
import { MoveButtons, useSortableRow } from '@/admin/ui/sortable-list';
import { paths } from '@/shared/lib/admin-paths';
import { counted } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { TagColorCell, TagNameCell } from './tag-cells';
import { TagSwatch } from './tag-swatch';

/** What can be done with a row; a missing one cannot be done now. */
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
  /** The form of the tag, under its row while it is edited. */
  children: ReactNode;
} & TagActions;

/** One tag of the list on one line: what it looks like, what carries it, and its actions. */
export function TagRow({ tag, isFirst, isLast, children, onEdit, onMerge, onRemove, onMove }: Props) {
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
      className={`border-line bg-paper not-last:border-b ${
        isDragging ? 'relative z-10 shadow-lg outline-2 outline-spruce' : ''
      }`}
    >
      <div className="flex flex-wrap items-center gap-x-2 px-2 py-1 sm:flex-nowrap">
        <AdminsOnly>{handle}</AdminsOnly>
        {canChange ? <TagColorCell tag={tag} /> : <TagSwatch icon={tag.icon} color={tag.color} size="sm" />}
        <h2 className="min-w-0 flex-1 truncate font-semibold max-sm:basis-1/2 sm:flex-2" title={tag.name}>
          {canChange ? <TagNameCell tag={tag} /> : tag.name}
        </h2>
        <span className="basis-full sm:hidden" />
        <p className="hidden min-w-0 flex-1 truncate text-sm text-slate lg:block" title={tag.slug}>
          {tag.slug}
        </p>
        <p className="flex shrink-0 items-center gap-1.5 text-sm whitespace-nowrap max-sm:order-1 max-sm:grow max-sm:pl-2 sm:w-44">
          {tag.tours > 0 ? (
            <Link
              to={`${paths.admin.tours.href()}?categorie=${tag.id}`}
              className="inline-flex min-h-6 items-center text-spruce-deep underline underline-offset-4"
            >
              {counted(tag.tours, 'visite')}
            </Link>
          ) : (
            <span className="text-slate">{counted(0, 'visite')}</span>
          )}
          {tag.trips > 0 && (
            <span className="text-slate max-sm:hidden">· {counted(tag.trips, 'déplacement')}</span>
          )}
        </p>
        <AdminsOnly>
          <div className="flex shrink-0 max-sm:order-2">
            <MoveButtons name={tag.name} isFirst={isFirst} isLast={isLast} onMove={onMove} />
            <IconButton label={`Modifier ${tag.name}`} aria-disabled={!onEdit} onClick={onEdit}>
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
          </div>
        </AdminsOnly>
      </div>
      {children && <div className="px-2 pb-3">{children}</div>}
    </li>
  );
}
