import type { TripConflict } from '@/admin/data/trip-plans/trip-plans';
import { Button } from '@/shared/ui/button';

type Props = {
  conflict: TripConflict;
  pending: boolean;
  /** Saves what is in the form all the same. */
  onKeepMine: () => void;
  /** Gives up what is in the form for what is saved. */
  onTakeTheirs: () => void;
};

/** Somebody else changed or deleted the trip meanwhile: what was typed is still here, and the person decides. */
export function TripConflictNotice({ conflict, pending, onKeepMine, onTakeTheirs }: Props) {
  const isGone = conflict.readAt === null;
  return (
    <div role="alert" className="rounded-xl border border-sumac bg-sumac-pale p-5 text-sumac-deep">
      <p className="font-semibold">
        {isGone
          ? 'Ce déplacement a été supprimé entre-temps. Votre saisie est gardée.'
          : 'Ce déplacement a été modifié entre-temps par une autre personne. Votre saisie est gardée.'}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="outline" size="sm" pending={pending} onClick={onKeepMine}>
          {isGone ? 'Enregistrer comme nouveau déplacement' : 'Enregistrer ma version'}
        </Button>
        {!isGone && (
          <Button variant="outline" size="sm" onClick={onTakeTheirs}>
            Reprendre la version enregistrée
          </Button>
        )}
      </div>
    </div>
  );
}
