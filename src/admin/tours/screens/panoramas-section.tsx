import { useEffect, useRef } from 'react';
import { useDropOnPage } from '@/admin/kit/ui/file-drop';
import { notify } from '@/shared/lib/notify';
import { PanoramaAdder, progressText } from './panorama-adder';
import { FormSection } from './tour-inputs';
import type { usePanoramaUploads } from './use-panorama-uploads';

/** The panoramas of a new tour: dropped here or anywhere on the page, cut while the form is filled. */
export function PanoramasSection({ uploads }: { uploads: ReturnType<typeof usePanoramaUploads> }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The heading takes the focus when somebody dropped files, or asked to.
  useEffect(() => {
    heading.current?.focus();
  }, []);
  useDropOnPage((files) => uploads.add(files));
  const remove = (id: string) => {
    const removed = uploads.list.find((one) => one.id === id);
    uploads.remove(id);
    if (removed && removed.state !== 'refused')
      notify.undoable(`Panorama «\u00a0${removed.name}\u00a0» retiré`, () => uploads.restore(removed));
  };
  return (
    <FormSection title="Panoramas" headingRef={heading}>
      {uploads.list.length > 0 && (
        <p aria-hidden="true" className="text-slate">
          {progressText(uploads.list)}
          {uploads.isBusy &&
            '. Remplissez la fiche pendant ce temps\u00a0: vous pouvez créer la visite avant la fin, le reste suit.'}
        </p>
      )}
      <PanoramaAdder
        uploads={uploads.list}
        onFiles={(files) => uploads.add(files)}
        onRetry={uploads.retry}
        onRetryAll={uploads.retryAll}
        onRemove={remove}
        inColumns
      />
    </FormSection>
  );
}
