import type { TourConflict } from '@/admin/data/tours/tour-save-errors';
import type { TourFormValues } from '@/admin/data/tours/tours.schema';
import { formatDateTime } from '@/admin/lib/dates';
import { Modal } from '@/admin/ui/modal';
import { Button } from '@/shared/ui/button';
import { type Difference, differences } from './compare-tours';

type Props = {
  conflict: TourConflict;
  mine: TourFormValues;
  tagNames: ReadonlyMap<string, string>;
  pending: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  /** Back to the form without choosing. */
  onClose: () => void;
};

/** Shows both versions of a tour that somebody else saved meanwhile, field by field, to choose between them. */
export function ConflictDialog({
  conflict,
  mine,
  tagNames,
  pending,
  onKeepMine,
  onTakeTheirs,
  onClose,
}: Props) {
  const rows = differences(conflict.theirs, mine, tagNames);
  const by = conflict.editedBy ? ` par ${conflict.editedBy}` : '';
  return (
    <Modal
      onClose={onClose}
      size="lg"
      title="Visite modifiée entre-temps"
      description={`Cette visite a été modifiée entre-temps${by}, le ${formatDateTime(conflict.readAt)}. Rien n’a été écrasé\u00a0: comparez, puis choisissez.`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Revenir au formulaire
          </Button>
          <Button variant="outline" onClick={onTakeTheirs}>
            Prendre leur version
          </Button>
          <Button pending={pending} onClick={onKeepMine}>
            Garder ma version
          </Button>
        </>
      }
    >
      {rows.length === 0 ? <p>Les deux versions sont identiques.</p> : <Comparison rows={rows} />}
    </Modal>
  );
}

function Comparison({ rows }: { rows: readonly Difference[] }) {
  return (
    <dl className="space-y-5">
      {rows.map(({ field, label, theirs, mine }) => (
        <div key={field}>
          <dt className="font-semibold">{label}</dt>
          <dd className="mt-1.5 grid grid-cols-1 gap-3 sm:grid-cols-2">
            <Version name="Leur version" field={field} text={theirs} />
            <Version name="Ma version" field={field} text={mine} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Version({ name, field, text }: { name: string; field: Difference['field']; text: string }) {
  return (
    <figure className="rounded-lg border border-line p-3">
      <figcaption className="text-sm font-medium text-slate">{name}</figcaption>
      {field === 'image_url' && text ? (
        <img src={text} alt={name} width={800} height={433} className="mt-2 h-auto w-full rounded" />
      ) : (
        <p className="mt-1 wrap-anywhere whitespace-pre-line">
          {text || <em className="text-slate">Vide</em>}
        </p>
      )}
    </figure>
  );
}
