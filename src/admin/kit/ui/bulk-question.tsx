import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog';

/** Number of rows above which a bulk change asks for confirmation. */
const MANY_ROWS = 10;

type Question = {
  /** Number of rows to change. */
  count: number;
  /** « Archiver 488 visites? » */
  title: string;
  /** « Archiver 488 visites » */
  confirmLabel: string;
  /** Consequences, and whether they can be undone. */
  description?: string;
  /** Asks even for few rows: deleting one row asks, too. */
  always?: boolean;
  run: () => void;
};

/**
 * Asks before many rows are changed at once, with their number; runs at once for a few.
 *
 * @returns the function that asks, and the dialog to render
 */
export function useBulkQuestion(): [(question: Question) => void, ReactNode] {
  const [question, setQuestion] = useState<Question>();
  const [isOpen, setIsOpen] = useState(false);
  const ask = (next: Question) => {
    if (next.count <= MANY_ROWS && !next.always) return next.run();
    setQuestion(next);
    setIsOpen(true);
  };
  const dialog = (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={setIsOpen}
      title={question?.title ?? ''}
      description={
        question?.description ??
        'Le changement touche toute la sélection. Vous pourrez l’annuler pendant dix secondes.'
      }
      confirmLabel={question?.confirmLabel ?? ''}
      onConfirm={() => {
        setIsOpen(false);
        question?.run();
      }}
    />
  );
  return [ask, dialog];
}
