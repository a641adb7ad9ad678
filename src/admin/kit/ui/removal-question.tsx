import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog';

type Removal<Row> = {
  /** Describes the deletion and its undoing: `toTrash`. */
  sentence: (row: Row) => ReactNode;
  pending: boolean;
  onConfirm: (row: Row, after: { onSettled: () => void }) => void;
};

/**
 * Asks « Confirmer la suppression » before one row is deleted (specification, section 2).
 *
 * @returns the function that asks, the same at every render, and the dialog to render
 */
export function useRemovalQuestion<Row>({
  sentence,
  pending,
  onConfirm,
}: Removal<Row>): [(row: Row) => void, ReactNode] {
  // The function is in an object, because React would call a function given to `useState`; it is kept during
  // the closing animation.
  const [question, setQuestion] = useState<{ row: Row }>();
  const [isOpen, setIsOpen] = useState(false);
  const [ask] = useState(() => (row: Row) => {
    setQuestion({ row });
    setIsOpen(true);
  });
  const dialog = (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={setIsOpen}
      title="Confirmer la suppression"
      description={question && sentence(question.row)}
      pending={pending}
      onConfirm={() => question && onConfirm(question.row, { onSettled: () => setIsOpen(false) })}
    />
  );
  return [ask, dialog];
}

/**
 * Describes a move to the trash.
 *
 * @param what « La visite « Le fjord » »
 * @param also an additional consequence: « Elle quitte le site. »
 */
export const toTrash = (what: string, also?: string) =>
  `${what} ira à la corbeille. Vous pourrez annuler aussitôt, ou l’en faire revenir pendant 30\u00a0jours.${also ? ` ${also}` : ''}`;
