import { Redo2, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { fieldLabel, fieldText } from '@/admin/data/panorama-tours/merge-drafts';
import type { DraftScene, DraftTour } from '@/admin/data/panorama-tours/panorama-tour.schema';
import type { EditedPanoramaTour } from '@/admin/data/panorama-tours/panorama-tours';
import type { UploadedPanorama } from '@/admin/data/panorama-tours/panorama-upload';
import { formatDateTime } from '@/admin/lib/dates';
import { FormActions } from '@/admin/ui/form-actions';
import { IconButton } from '@/admin/ui/icon-button';
import { MergeDialog } from '@/admin/ui/merge-dialog';
import { PageHeader } from '@/admin/ui/page-header';
import { UnsavedChanges } from '@/admin/ui/unsaved-changes';
import { paths } from '@/shared/lib/admin-paths';
import { notify } from '@/shared/lib/notify';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { type Blur, tourLimits } from '@/shared/panorama-tour/panorama-tour';
import { Button, buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Seo } from '@/shared/ui/seo';
import { withoutScene } from './angles';
import { PanoramaAdder } from './panorama-adder';
import { PlanPanel } from './plan-panel';
import { Publication } from './publication';
import { SceneList } from './scene-list';
import { ScenePanel } from './scene-panel';
import { usePanoramaUploads } from './use-panorama-uploads';
import { useTourDraft } from './use-tour-draft';

const newScene = (
  id: string,
  name: string,
  { picture, original, heading = 0 }: UploadedPanorama,
): DraftScene => ({
  ...{ id, name, alt: '', picture, original, heading },
  ...{ view: { yaw: 0, pitch: 0, zoom: 30 }, links: [], points: [], blurs: [] },
});

/** Makes a tour: its scenes, what is placed in them, its plan, and its publication. */
export function PanoramaTourEditor({ tour }: { tour: EditedPanoramaTour }) {
  const isReadOnly = useIsReadOnly();
  const draft = useTourDraft(tour);
  const { document, edit, undo, redo } = draft;
  const [wanted, setWanted] = useState<string>();
  /** Of each scene, the ellipses that are placed and not yet in its tiles. */
  const [placed, setPlaced] = useState<Readonly<Record<string, Blur[]>>>({});
  const scene = document.scenes.find(({ id }) => id === wanted) ?? document.scenes[0];
  const uploads = usePanoramaUploads(tour.id, (id, name, uploaded) => {
    edit((old) => ({ ...old, scenes: [...old.scenes, newScene(id, name, uploaded)] }));
  });
  const waitingBlurs = document.scenes.some(
    ({ id, blurs }) => placed[id] && JSON.stringify(placed[id]) !== JSON.stringify(blurs),
  );
  useUndoKeys(undo, redo);

  const add = (files: readonly File[]) => {
    const room = tourLimits.scenes - document.scenes.length - uploads.list.length;
    if (files.length > room)
      notify.warning(`Une visite a au plus ${tourLimits.scenes} scènes.`, 'Trop de panoramas');
    uploads.add(files.slice(0, Math.max(0, room)));
  };
  const remove = (removed: DraftScene) => {
    edit((old) => withoutScene(old, removed.id));
    const putBack = (old: DraftTour): DraftTour => {
      if (old.scenes.some(({ id }) => id === removed.id)) return old;
      const before = document.scenes.findIndex(({ id }) => id === removed.id);
      const scenes = old.scenes.map((other) => {
        const links = document.scenes.find(({ id }) => id === other.id)?.links ?? [];
        return { ...other, links: [...other.links, ...links.filter(({ to }) => to === removed.id)] };
      });
      return { ...old, scenes: scenes.toSpliced(before, 0, removed) };
    };
    notify.undoable(`Scène «\u00a0${removed.name}\u00a0» retirée`, () => edit(putBack));
  };
  const order = (ids: string[]) =>
    edit((old) => ({ ...old, scenes: ids.flatMap((id) => old.scenes.find((one) => one.id === id) ?? []) }));

  return (
    <>
      <Seo title={`${tour.title} · Visite à 360°`} noIndex />
      <PageHeader title={tour.title} count="Visite à 360°" readersToo>
        <div className="flex flex-wrap items-center gap-2">
          {!isReadOnly && (
            <>
              <IconButton
                label="Annuler la dernière modification (Ctrl+Z)"
                disabled={!undo}
                className="disabled:opacity-30"
                onClick={undo}
              >
                <Undo2 aria-hidden="true" className="size-5" />
              </IconButton>
              <IconButton
                label="Rétablir (Ctrl+Maj+Z)"
                disabled={!redo}
                className="disabled:opacity-30"
                onClick={redo}
              >
                <Redo2 aria-hidden="true" className="size-5" />
              </IconButton>
            </>
          )}
          <Link
            to={paths.admin.tourEdit.href(tour.id)}
            className={buttonClass({ variant: 'outline', size: 'sm' })}
          >
            Fiche de la visite
          </Link>
        </div>
      </PageHeader>
      <form
        className="space-y-6"
        onSubmit={(event) => {
          event.preventDefault();
          void draft.save().then((saved) => saved && notify.success('Brouillon enregistré'));
        }}
      >
        {draft.found && (
          <div
            role="status"
            className="flex flex-wrap items-center gap-3 rounded-xl bg-amber-pale px-4 py-3 text-amber-ink"
          >
            <p className="mr-auto">
              Un travail non enregistré du {formatDateTime(new Date(draft.found.savedAt).toISOString())} a été
              retrouvé.
            </p>
            <Button size="sm" variant="outline" onClick={draft.found.take}>
              Le reprendre
            </Button>
            <Button size="sm" variant="ghost" onClick={draft.found.drop}>
              L’oublier
            </Button>
          </div>
        )}
        <Publication tour={tour} draft={draft} isWaiting={uploads.isBusy || waitingBlurs} />
        <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] xl:grid-cols-[24rem_minmax(0,1fr)]">
          <div className="min-w-0 space-y-3">
            {document.scenes.length > 0 && (
              <SceneList
                scenes={document.scenes}
                chosen={scene?.id}
                onChoose={setWanted}
                onOrder={order}
                onRemove={remove}
              />
            )}
            {!isReadOnly && (
              <PanoramaAdder
                uploads={uploads.list}
                onFiles={add}
                onRetry={uploads.retry}
                onRemove={uploads.remove}
              />
            )}
          </div>
          {scene ? (
            <ScenePanel
              key={scene.id}
              tourId={tour.id}
              tour={document}
              scene={scene}
              onEdit={edit}
              blurs={placed[scene.id] ?? scene.blurs}
              onBlurs={(blurs) => setPlaced({ ...placed, [scene.id]: blurs })}
              onOpenScene={setWanted}
            />
          ) : (
            <EmptyState title="Aucune scène pour le moment">
              <p>Chaque panorama ajouté devient une scène. La visite commence par la première.</p>
            </EmptyState>
          )}
        </div>
        {document.scenes.length > 0 && (
          <section className="space-y-3">
            <h2 className="text-xl font-bold">Plan</h2>
            <PlanPanel tourId={tour.id} tour={document} onEdit={edit} />
          </section>
        )}
        {draft.error && (
          <p
            role="alert"
            className="rounded-xl border border-sumac-deep bg-sumac-pale p-4 font-medium text-sumac-deep"
          >
            {draft.error.message}
          </p>
        )}
        <FormActions
          submitLabel="Enregistrer"
          pending={draft.isSaving}
          isAlwaysInSight
          cancelTo={paths.admin.tourEdit.href(tour.id)}
        >
          <p role="status" className="text-sm text-slate max-sm:sr-only">
            {draft.isDirty ? 'Modifications non enregistrées' : 'Tout est enregistré'}
          </p>
        </FormActions>
      </form>
      <UnsavedChanges when={draft.isDirty || uploads.isBusy || waitingBlurs} onGiveUp={draft.forget} />
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

/** Ctrl+Z and Ctrl+Maj+Z (or Ctrl+Y), but in a text field, where they take back what is typed there. */
function useUndoKeys(undo: (() => void) | undefined, redo: (() => void) | undefined): void {
  const act = useEffectEvent((isRedo: boolean) => (isRedo ? redo : undo)?.());
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || !['z', 'y'].includes(key)) return;
      const isText = event.target instanceof HTMLElement && event.target.matches('input, textarea');
      if (isText || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      act(key === 'y' || event.shiftKey);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
