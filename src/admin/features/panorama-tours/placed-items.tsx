import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DraftScene } from '@/admin/data/panorama-tours/panorama-tour.schema';
import { AdminsOnly } from '@/admin/ui/admins-only';
import { IconButton } from '@/admin/ui/icon-button';
import type { InfoPoint } from '@/shared/panorama-tour/panorama-tour';

/** The links and points of a scene as lists, for the keyboard and screen readers. */
export function PlacedItems({
  scene: { links, points },
  nameOf,
  onEdit,
  onOpenPoint,
}: {
  scene: DraftScene;
  nameOf: (sceneId: string) => string;
  onEdit: (part: Partial<DraftScene>, what: string) => void;
  onOpenPoint: (point: InfoPoint) => void;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Items title="Liens" isEmpty={links.length === 0}>
        {links.map((link) => (
          <Item
            key={link.id}
            label={nameOf(link.to)}
            removeLabel={`Retirer le lien vers ${nameOf(link.to)}`}
            onRemove={() => onEdit({ links: links.filter(({ id }) => id !== link.id) }, 'retrait d’un lien')}
          />
        ))}
      </Items>
      <Items title="Points d’information" isEmpty={points.length === 0}>
        {points.map((point) => (
          <Item
            key={point.id}
            label={
              <button
                type="button"
                className="min-h-9 text-left wrap-anywhere underline"
                onClick={() => onOpenPoint(point)}
              >
                {point.title || 'Sans titre'}
              </button>
            }
            removeLabel={`Retirer le point ${point.title}`}
            onRemove={() =>
              onEdit({ points: points.filter(({ id }) => id !== point.id) }, 'retrait d’un point')
            }
          />
        ))}
      </Items>
    </div>
  );
}

function Items({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1 font-semibold">{title}</h3>
      {isEmpty ? <p className="text-sm text-slate">Aucun pour le moment.</p> : <ul>{children}</ul>}
    </section>
  );
}

function Item({
  label,
  removeLabel,
  onRemove,
}: {
  label: ReactNode;
  removeLabel: string;
  onRemove: () => void;
}) {
  return (
    <li className="flex items-center justify-between gap-2 border-b border-line py-0.5">
      <span className="min-w-0 wrap-anywhere">{label}</span>
      <AdminsOnly>
        <IconButton label={removeLabel} onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-4" />
        </IconButton>
      </AdminsOnly>
    </li>
  );
}
