import { TagIcon } from '@/admin/ui/tag-icons';
import { textOn } from '@/shared/ui/tag-color';

const sizes = { sm: 'size-7 rounded-lg', md: 'size-11 rounded-xl' };

/** A tag's icon on its colour. */
export function TagSwatch({
  icon,
  color,
  size = 'md',
}: {
  icon: string | null;
  color: string;
  size?: keyof typeof sizes;
}) {
  return (
    <span
      className={`inline-flex shrink-0 items-center justify-center ${sizes[size]}`}
      style={{ backgroundColor: color, color: textOn(color) }}
    >
      <TagIcon name={icon} className={size === 'sm' ? 'size-4' : 'size-5'} />
    </span>
  );
}
