import { type ReactNode, useState } from 'react';
import { Button } from '@/shared/ui/button';
import { formatDateTime } from '../lib/dates';
import type { FormConflict, Side } from '../lib/use-merged-save';
import { Modal } from './modal';
import { SideChoice } from './side-choice';

type Props<Values> = {
  conflict: FormConflict<Values>;
  /** Labels of the form's fields. */
  labels: Readonly<Record<keyof Values & string, string>>;
  /** Formats a value for the person; the stored value by default. */
  show?: (field: keyof Values & string, values: Values) => ReactNode;
  onChoose: (sides: readonly Side[]) => void;
  /** Returns to the form without choosing. */
  onClose: () => void;
};

/** Shows both versions of each field that two people changed, to choose between them; the rest is already merged. */
export function MergeDialog<Values extends object>({
  conflict: { clashes, merged, theirs, editedBy },
  labels,
  show = (field, values) => String(values[field]),
  onChoose,
  onClose,
}: Props<Values>) {
  const [sides, setSides] = useState<readonly Side[]>(() => clashes.map(() => 'mine'));
  const by = editedBy ? ` par ${editedBy}` : '';
  return (
    <Modal
      onClose={onClose}
      size="lg"
      title="Deux versions à réunir"
      description={`Une autre version a été enregistrée entre-temps${by}, le ${formatDateTime(theirs.readAt)}. Rien n’a été écrasé\u00a0: ce que vous n’avez pas touché vient d’elle. Choisissez pour ce qui a changé des deux côtés.`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Revenir au formulaire
          </Button>
          <Button onClick={() => onChoose(sides)}>Enregistrer ce choix</Button>
        </>
      }
    >
      <div className="space-y-5">
        {clashes.map((fields, index) => (
          <SideChoice
            key={fields.join()}
            label={fields.map((field) => labels[field]).join(', ')}
            chosen={sides[index] ?? 'mine'}
            onChoose={(side) => setSides(sides.map((other, at) => (at === index ? side : other)))}
            sides={[
              {
                key: 'theirs',
                label: 'Leur version',
                values: fields.map((field) => show(field, theirs.values)),
              },
              { key: 'mine', label: 'Ma version', values: fields.map((field) => show(field, merged)) },
            ]}
          />
        ))}
      </div>
    </Modal>
  );
}
