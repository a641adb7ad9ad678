import { useMutation } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { ConfirmDialogContent } from '@/admin/kit/ui/confirm-dialog-content';
import { notify } from '@/shared/lib/notify';
import { Button } from '@/shared/ui/button';
import { TextAreaField } from '@/shared/ui/form-fields';
import { tables } from '../data/tables';
import { generateDescription } from '../data/tour-description';
import type { TourFormValues } from '../data/tours.schema';

const { fields } = tables.virtual_tours;

/**
 * The description, and a button that generates one; a generated text never replaces another without a confirmation,
 * and leaving the form or « Annuler » aborts the request.
 *
 * @param tourId absent for a new tour
 */
export function DescriptionField({ tourId }: { tourId: string | undefined }) {
  const { getValues, setValue, setFocus } = useFormContext<TourFormValues>();
  const generate = useMutation(generateDescription());
  const [proposal, setProposal] = useState<string>();
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);

  const take = (description: string) => {
    setValue('description', description, { shouldDirty: true, shouldValidate: true });
    setProposal(undefined);
  };

  const start = () => {
    const { title, location } = getValues();
    if (title.trim() === '') {
      notify.error('Veuillez entrer un titre avant de générer une description');
      setFocus('title');
      return;
    }
    request.current = new AbortController();
    generate.mutate(
      { title: title.trim(), location: location.trim(), tourId, signal: request.current.signal },
      // The description may have been typed during the request.
      { onSuccess: (text) => (getValues('description').trim() === '' ? take(text) : setProposal(text)) },
    );
  };

  return (
    <div>
      <TextAreaField<TourFormValues> name="description" label={fields.description} rows={6} />
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button size="sm" variant="outline" pending={generate.isPending} onClick={start}>
          {!generate.isPending && <Sparkles aria-hidden="true" className="size-4" />}
          {generate.isPending ? 'Génération en cours…' : 'Générer une description'}
        </Button>
        {generate.isPending && (
          <Button size="sm" variant="ghost" onClick={() => request.current?.abort()}>
            Annuler la génération
          </Button>
        )}
      </div>
      <ConfirmDialogContent
        open={proposal !== undefined}
        onOpenChange={(open) => {
          if (!open) setProposal(undefined);
        }}
        title="Remplacer la description?"
        description={
          <>
            <p>Le texte du formulaire sera remplacé par celui-ci&nbsp;:</p>
            <blockquote className="mt-3 border-l-4 border-line pl-3 whitespace-pre-line text-ink">
              {proposal}
            </blockquote>
          </>
        }
        confirmLabel="Remplacer"
        cancelLabel="Garder mon texte"
        onConfirm={() => proposal !== undefined && take(proposal)}
      />
    </div>
  );
}
