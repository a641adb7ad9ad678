import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button, buttonClass } from '@/shared/ui/button';

/** The last line of a form: other actions at the left, « Annuler », and the button that saves. */
export function FormActions({
  submitLabel = 'Enregistrer',
  pending,
  cancelTo,
  children,
}: {
  submitLabel?: string;
  pending: boolean;
  cancelTo: string;
  children?: ReactNode;
}) {
  const isReadOnly = useIsReadOnly();
  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      {children && !isReadOnly && <div className="mr-auto">{children}</div>}
      <Link to={cancelTo} className={buttonClass({ variant: 'outline' })}>
        {isReadOnly ? 'Retour' : 'Annuler'}
      </Link>
      {!isReadOnly && (
        <Button type="submit" variant="accent" pending={pending}>
          {submitLabel}
        </Button>
      )}
    </div>
  );
}
