import { textOn } from './tag-color';

/** A tag: its name on its colour. */
export function TagLabel({ name, color }: { name: string; color: string }) {
  return (
    <span
      className="inline-flex items-center rounded-full px-2.5 py-0.5 text-xs font-semibold"
      style={{ backgroundColor: color, color: textOn(color) }}
    >
      {name}
    </span>
  );
}
