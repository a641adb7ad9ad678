import { TagIcon } from '@/admin/kit/ui/tag-icons';
import { textOn } from '@/shared/ui/tag-color';

/** A tag's icon on its colour. */
export function TagSwatch({ icon, color }: { icon: string | null; color: string }) {
  return (
    <span
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-xl"
      style={{ backgroundColor: color, color: textOn(color) }}
    >
      <TagIcon name={icon} className="size-5" />
    </span>
  );
}
