import { Text as TextIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { FormActions } from '@/admin/kit/ui/form-actions';
import { MergeDialog } from '@/admin/kit/ui/merge-dialog';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import { notify } from '@/shared/lib/notify';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { verticalFieldOf } from '@/shared/panorama-tour/viewer-defaults';
import { createSphereView } from '@/shared/sphere/sphere-view';
import { Button, buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Seo } from '@/shared/ui/seo';
import { fieldLabel, fieldText } from '../data/merge-drafts';
import type { DraftScene } from '../data/panorama-tour.schema';
import type { EditedPanoramaTour } from '../data/panorama-tours';
import { sceneOf } from '../data/panorama-upload';
import { PanoramaAdder } from '../parts/panorama-adder';
import { usePanoramaUploads } from '../parts/use-panorama-uploads';
import { tourPaths } from '../paths';
import { withoutScene } from './angles';
import { changedMark, type Step } from './draft-history';
import { PlanPanel } from './plan-panel';
import { Proposals } from './proposals';
import { Publication } from './publication';
import { SceneList } from './scene-list';
import { ScenePanel } from './scene-panel';
import { TextsDialog } from './texts-dialog';
import { UndoButtons } from './undo-buttons';
import { type Burning, useBurning } from './use-burning';
import { useTextProposals } from './use-text-proposals';
import { useTourDraft } from './use-tour-draft';

/** Edits a tour: its scenes, what is placed in them, its plan, and its publication. */
export function PanoramaTourEditor({ tour }: { tour: EditedPanoramaTour }) {
  const isReadOnly = useIsReadOnly();
  const draft = useTourDraft(tour);
  const { document } = draft;
  const [wanted, setWanted] = useState<string>();
  const [selected, setSelected] = useState<string>();
  const [sphere] = useState(createSphereView);
  const plan = useRef<HTMLElement>(null);
  /** The last undone or redone step, until another action. */
  const [moved, setMoved] = useState('');
  const scene = document.scenes.find(({ id }) => id === wanted) ?? document.scenes[0];

  const lookAround = useEffectEvent(() => {
    if (!scene) return;
    const { yaw, pitch, zoom } = scene.view;
    sphere.look({ yaw, pitch, field: verticalFieldOf(zoom) });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a scene shows its first view, editing it does not
  useEffect(() => lookAround(), [scene?.id]);
  const open = (id: string) => {
    setSelected(undefined);
    setWanted(id);
  };

  const edit: typeof draft.edit = (change, step) => {
    setMoved('');
    draft.edit(change, step);
  };
  const move = (label: string, step: Step | undefined) => {
    if (!step) return;
    // A change in another scene opens that scene, so that nothing changes out of sight.
    if (step.scene) setWanted(step.scene);
    if (step.part === 'plan') plan.current?.scrollIntoView({ block: 'nearest' });
    const mark = changedMark(step, label === 'Annulé' ? step.before : step.after);
    setSelected(undefined);
    // After the scene's first view.
    if (mark) setTimeout(() => sphere.turnTo(mark.at));
    const { name } = document.scenes.find(({ id }) => id === step.scene) ?? {};
    const where = name && step.scene !== scene?.id ? ` (scène «\u00a0${name}\u00a0»)` : '';
    setMoved(`${label}\u00a0: ${step.what}${where}`);
  };
  const undo = draft.undo && (() => move('Annulé', draft.undo?.()));
  const redo = draft.redo && (() => move('Rétabli', draft.redo?.()));
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
    open: scene?.id,
    onBurnt: draft.takeTiles,
  });
  const texts = useTextProposals(tour.id, document, edit);
  const [isWriting, setIsWriting] = useState(false);
  // Findings of a search are saved at once: from then on nobody publishes the scene unseen, in no other window either.
  const [finds, setFinds] = useState(0);
  const savedFinds = useRef(0);
  const saveFinds = useEffectEvent(() => void draft.save());
  useEffect(() => {
    if (draft.isSaving || finds === savedFinds.current) return;
    savedFinds.current = finds;
    saveFinds();
  }, [finds, draft.isSaving]);
  const isWaiting = uploads.isBusy || draft.waiting.length > 0;

  const add = (files: readonly File[]) => uploads.add(files, document.scenes.length);
  const remove = (removed: DraftScene) => {
    const id = crypto.randomUUID();
    edit((old) => withoutScene(old, removed.id), { what: 'retrait d’une scène', scene: removed.id, id });
    notify.undoable(`Scène «\u00a0${removed.name}\u00a0» retirée`, () => draft.undoStep(id));
  };
  const order = (ids: string[]) =>
    edit((old) => ({ ...old, scenes: ids.flatMap((id) => old.scenes.find((one) => one.id === id) ?? []) }), {
      what: 'ordre des scènes',
    });

  return (
    <>
      <Seo title={`${tour.title} · Visite à 360°`} noIndex />
      <PageHeader title={tour.title} count="Visite à 360°" readersToo>
        <div className="flex flex-wrap items-center gap-2">
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
        </div>
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
        <Publication tour={tour} draft={draft} isWaiting={isWaiting} onOpenTexts={() => setIsWriting(true)} />
        <BurningState
          burning={burning}
          waiting={draft.waiting}
          nameOf={(id) => document.scenes.find((one) => one.id === id)?.name || 'Sans nom'}
          onApply={apply}
        />
        <div className={`grid items-start gap-3 ${scene ? 'md:grid-cols-[minmax(0,1fr)_17rem]' : ''}`}>
          {scene ? (
            <SceneList
              scenes={document.scenes}
              chosen={scene.id}
              waiting={draft.waiting}
              onChoose={open}
              onOrder={order}
              onRemove={remove}
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
                selected={selected}
                burning={burning}
                proposals={texts}
                onSelect={setSelected}
                onEdit={edit}
                onEditScene={(change, step) => {
                  setMoved('');
                  draft.editScene(scene.id, change, step);
                }}
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
            onEdit={(id, change, step) => {
              setMoved('');
              draft.editScene(id, change, step);
            }}
            onFound={() => setFinds((count) => count + 1)}
            onLook={(direction) => sphere.turnTo(direction)}
            onOpenScene={open}
          />
        )}
        {scene && (
          <section ref={plan} className="scroll-my-24 space-y-3">
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
            {draft.error.message}
          </p>
        )}
        <FormActions
          submitLabel="Enregistrer"
          pending={draft.isSaving}
          isAlwaysInSight
          cancelTo={tourPaths.edit.href(tour.id)}
        >
          <p role="status" className={`text-sm text-slate ${moved ? '' : 'max-sm:sr-only'}`}>
            {moved && <span className="block font-semibold text-ink">{moved}</span>}
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

/** The blurs that are being cut into the tiles, or that wait for it. */
function BurningState({
  burning,
  waiting,
  nameOf,
  onApply,
}: {
  burning: Burning | undefined;
  waiting: readonly DraftScene[];
  nameOf: (scene: string) => string;
  onApply: () => void;
}) {
  if (waiting.length === 0) return null;
  const isRunning = burning?.state === 'running';
  const names = (scenes: readonly DraftScene[]) =>
    scenes.map(({ id }) => `«\u00a0${nameOf(id)}\u00a0»`).join(', ');
  const lost = waiting.filter(({ original }) => !original);
  return (
    <div
      aria-busy={isRunning}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-paper px-4 py-2"
    >
      <p role="status" className="mr-auto text-sm">
        {isRunning
          ? `Floutage de «\u00a0${nameOf(burning.scene)}\u00a0» en cours`
          : burning
            ? `Le floutage de «\u00a0${nameOf(burning.scene)}\u00a0» s’est arrêté. Il reprendra quand la connexion reviendra.`
            : lost.length > 0
              ? `L’original de ${names(lost)} n’est pas conservé\u00a0: ajoutez de nouveau ce panorama, ou retirez ses flous.`
              : `Floutage à appliquer\u00a0: ${names(waiting)}`}
      </p>
      {isRunning ? (
        <div className="w-48">
          <ProgressBar
            label="Floutage du panorama"
            done={Math.round(burning.share * 100)}
            total={100}
            isThin
          />
        </div>
      ) : (
        lost.length < waiting.length && (
          <Button size="sm" variant="outline" onClick={onApply}>
            {burning ? 'Réessayer' : 'Appliquer maintenant'}
          </Button>
        )
      )}
    </div>
  );
}
