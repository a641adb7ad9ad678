import { Text as TextIcon } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { FormActions } from '@/admin/kit/ui/form-actions';
import { MergeDialog } from '@/admin/kit/ui/merge-dialog';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import { readableMessage } from '@/shared/lib/failure';
import { notify } from '@/shared/lib/notify';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button, buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Seo } from '@/shared/ui/seo';
import { fieldLabel, fieldText } from '../data/merge-drafts';
import type { EditedPanoramaTour } from '../data/panorama-tours';
import { sceneOf } from '../data/panorama-upload';
import { tourPaths } from '../paths';
import { BurningState } from './burning-state';
import { FoundWork } from './found-work';
import { PanoramaAdder } from './panorama-adder';
import { PlanPanel } from './plan-panel';
import { Proposals } from './proposals';
import { Publication } from './publication';
import { SceneList } from './scene-list';
import { ScenePanel } from './scene-panel';
import { TextsDialog } from './texts-dialog';
import { UndoButtons } from './undo-buttons';
import { useBurning } from './use-burning';
import { usePanoramaUploads } from './use-panorama-uploads';
import { useTextProposals } from './use-text-proposals';
import { useTourDraft } from './use-tour-draft';
import { useSavedFinds, useTourSteps } from './use-tour-steps';

/** Edits a tour: its scenes, what is placed in them, its plan, and its publication. */
export function PanoramaTourEditor({ tour }: { tour: EditedPanoramaTour }) {
  const isReadOnly = useIsReadOnly();
  const draft = useTourDraft(tour);
  const { document } = draft;
  const { scene, sphere, open, edit, editScene, undo, redo, ...steps } = useTourSteps(draft);
  const uploads = usePanoramaUploads(tour.id, (id, name, uploaded) => {
    // The form of a new tour may have saved it already, and not heard of it.
    if (document.scenes.some((one) => one.id === id)) return;
    edit((old) => ({ ...old, scenes: [...old.scenes, sceneOf(id, name, uploaded)] }), {
      what: 'ajout d’une scène',
      scene: id,
      isArrival: true,
    });
  });
  const { burning, apply } = useBurning({
    tourId: tour.id,
    waiting: draft.waiting,
    tiles: draft.tiles,
    open: scene?.id,
    onBurnt: draft.takeTiles,
  });
  const texts = useTextProposals(tour.id, document, edit);
  const [isWriting, setIsWriting] = useState(false);
  const onFound = useSavedFinds(draft);
  const isWaiting = uploads.isBusy || draft.waiting.length > 0;
  const add = (files: readonly File[]) => uploads.add(files, document.scenes.length);

  return (
    <>
      <Seo title={`${tour.title} · Visite à 360°`} noIndex />
      <PageHeader title={tour.title} count="Visite à 360°" readersToo>
        {!isReadOnly && <UndoButtons undo={undo} redo={redo} />}
        {scene && (
          <Button size="sm" variant="outline" onClick={() => setIsWriting(true)}>
            <TextIcon aria-hidden="true" className="size-4" />
            Textes
          </Button>
        )}
        <Link to={tourPaths.edit.href(tour.id)} className={buttonClass({ variant: 'outline', size: 'sm' })}>
          Fiche de la visite
        </Link>
      </PageHeader>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          // React's events bubble from a dialog's form into this one.
          if (event.target !== event.currentTarget) return;
          void draft.save().then((saved) => saved && notify.success('Brouillon enregistré'));
        }}
      >
        {draft.found && <FoundWork found={draft.found} />}
        <Publication tour={tour} draft={draft} isWaiting={isWaiting} onOpenTexts={() => setIsWriting(true)} />
        <BurningState burning={burning} waiting={draft.waiting} tiles={draft.tiles} onApply={apply} />
        <div className={`grid items-start gap-3 ${scene ? 'md:grid-cols-[minmax(0,1fr)_17rem]' : ''}`}>
          {scene ? (
            <SceneList
              scenes={document.scenes}
              chosen={scene.id}
              waiting={draft.waiting}
              onChoose={open}
              onOrder={steps.order}
              onRemove={steps.remove}
            />
          ) : (
            <EmptyState title="Aucune scène pour le moment">
              <p>Chaque panorama ajouté devient une scène. La visite commence par la première.</p>
            </EmptyState>
          )}
          {!isReadOnly && (
            <div className="max-md:order-last md:max-h-56 md:overflow-y-auto">
              <PanoramaAdder
                uploads={uploads.list}
                onFiles={add}
                onRetry={uploads.retry}
                onRetryAll={uploads.retryAll}
                onRemove={uploads.remove}
              />
            </div>
          )}
          {scene && (
            <div className="min-w-0 md:col-span-2">
              <ScenePanel
                tourId={tour.id}
                tour={document}
                scene={scene}
                sphere={sphere}
                tiles={draft.tiles[scene.id]}
                selected={steps.selected}
                burning={burning}
                proposals={texts}
                onSelect={steps.select}
                onEdit={edit}
                onEditScene={(change, step) => editScene(scene.id, change, step)}
                onApplyBlurs={apply}
                onOpenScene={open}
              />
            </div>
          )}
        </div>
        {scene && (
          <Proposals
            scenes={document.scenes}
            scene={scene}
            tilt={draft.tiles[scene.id]?.tilt}
            onEdit={editScene}
            onFound={onFound}
            onLook={(direction) => sphere.turnTo(direction)}
            onOpenScene={open}
          />
        )}
        {scene && (
          <section ref={steps.plan} className="scroll-my-24 space-y-3">
            <h2 className="text-xl font-bold">Plan</h2>
            <PlanPanel
              tourId={tour.id}
              tour={document}
              scene={scene}
              sphere={sphere}
              onEdit={edit}
              onOpenScene={open}
            />
          </section>
        )}
        {draft.error && (
          <p
            role="alert"
            className="rounded-xl border border-sumac-deep bg-sumac-pale p-4 font-medium text-sumac-deep"
          >
            {readableMessage(draft.error)}
          </p>
        )}
        <FormActions
          submitLabel="Enregistrer"
          pending={draft.isSaving}
          isAlwaysInSight
          cancelTo={tourPaths.edit.href(tour.id)}
        >
          <p role="status" className={`text-sm text-slate ${steps.moved ? '' : 'max-sm:sr-only'}`}>
            {steps.moved && <span className="block font-semibold text-ink">{steps.moved}</span>}
            {draft.isDirty ? 'Modifications non enregistrées' : 'Tout est enregistré'}
          </p>
        </FormActions>
      </form>
      {isWriting && (
        <TextsDialog
          tour={document}
          onEdit={edit}
          proposals={texts}
          undo={undo}
          redo={redo}
          onClose={() => {
            texts.forget();
            setIsWriting(false);
          }}
        />
      )}
      <UnsavedChanges when={draft.isDirty || isWaiting} onGiveUp={draft.forget} />
      {draft.conflict && (
        <MergeDialog
          conflict={draft.conflict}
          labels={Object.fromEntries(
            draft.conflict.clashes
              .flat()
              .map((field) => [
                field,
                fieldLabel(field, { ...draft.conflict?.theirs.values, ...draft.conflict?.merged }),
              ]),
          )}
          show={(field, values) => fieldText(field, values)}
          onChoose={draft.choose}
          onClose={draft.closeConflict}
        />
      )}
    </>
  );
}
