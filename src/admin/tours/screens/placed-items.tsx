import { Trash2 } from 'lucide-react';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { IconButton } from '@/admin/kit/ui/icon-button';
import type { SphereMark } from '@/shared/sphere/sphere-marks';
import type { DraftScene } from '../data/panorama-tour.schema';

/** Everything placed in a scene as lists: a press turns the view to it and opens it. */
export function PlacedItems({
  scene: { links, points, blurs, proposals = [] },
  marks,
  onSelect,
}: {
  scene: DraftScene;
  marks: readonly SphereMark[];
  onSelect: (id: string) => void;
}) {
  const groups = [
    { title: 'Liens', items: links },
    { title: 'Points d’information', items: points },
    { title: 'Flous', items: blurs },
    ...(proposals.length > 0 ? [{ title: 'Flous proposés', items: proposals }] : []),
  ];
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {groups.map(({ title, items }) => (
        <section key={title} aria-label={title} className="min-w-0">
          <h3 className="mb-1 font-semibold">
            {title} <span className="font-normal text-slate">({items.length})</span>
          </h3>
          {items.length === 0 ? (
            <p className="text-sm text-slate">Aucun pour le moment.</p>
          ) : (
            <ul className="max-h-72 overflow-y-auto">
              {items.flatMap(({ id }) => {
                const mark = marks.find((one) => one.id === id);
                return mark ? [<Item key={id} mark={mark} onSelect={() => onSelect(id)} />] : [];
              })}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}

function Item({ mark: { label, onRemove }, onSelect }: { mark: SphereMark; onSelect: () => void }) {
  return (
    <li className="flex items-center justify-between gap-2 border-b border-line py-0.5">
      <button type="button" className="min-h-9 min-w-0 text-left wrap-anywhere underline" onClick={onSelect}>
        {label}
      </button>
      {onRemove && (
        <AdminsOnly>
          <IconButton label={`Retirer (${label})`} onClick={onRemove}>
            <Trash2 aria-hidden="true" className="size-4" />
          </IconButton>
        </AdminsOnly>
      )}
    </li>
  );
}
