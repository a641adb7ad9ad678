import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { notify } from '@/shared/lib/notify';
import { verticalFieldOf } from '@/shared/panorama-tour/viewer-defaults';
import { createSphereView } from '@/shared/sphere/sphere-view';
import type { DraftScene } from '../data/panorama-tour.schema';
import { withoutScene } from './angles';
import { changedMark, type Step } from './draft-history';
import type { EditScene } from './use-proposal-search';
import type { TourDraft } from './use-tour-draft';

/** Opens scenes in the sphere, and changes the draft so that what is undone or redone is seen. */
export function useTourSteps(draft: TourDraft) {
  const { document } = draft;
  const [wanted, setWanted] = useState<string>();
  const [selected, select] = useState<string>();
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

  const edit: typeof draft.edit = (change, step) => {
    setMoved('');
    draft.edit(change, step);
  };
  const editScene: EditScene = (id, change, step) => {
    setMoved('');
    draft.editScene(id, change, step);
  };
  const move = (label: string, step: Step | undefined) => {
    if (!step) return;
    // A change in another scene opens that scene, so that nothing changes out of sight.
    if (step.scene) setWanted(step.scene);
    if (step.part === 'plan') plan.current?.scrollIntoView({ block: 'nearest' });
    const mark = changedMark(step, label === 'Annulé' ? step.before : step.after);
    select(undefined);
    // The view turns after the scene's first one.
    if (mark) setTimeout(() => sphere.turnTo(mark.at));
    const { name } = document.scenes.find(({ id }) => id === step.scene) ?? {};
    const where = name && step.scene !== scene?.id ? ` (scène «\u00a0${name}\u00a0»)` : '';
    setMoved(`${label}\u00a0: ${step.what}${where}`);
  };

  return {
    /** The scene that is open. */
    scene,
    open: (id: string) => {
      select(undefined);
      setWanted(id);
    },
    sphere,
    /** The section of the plan. */
    plan,
    /** The selected mark. */
    selected,
    select,
    moved,
    edit,
    editScene,
    undo: draft.undo && (() => move('Annulé', draft.undo?.())),
    redo: draft.redo && (() => move('Rétabli', draft.redo?.())),
    /** Removes a scene, and offers it back. */
    remove: (removed: DraftScene) => {
      const id = crypto.randomUUID();
      edit((old) => withoutScene(old, removed.id), { what: 'retrait d’une scène', scene: removed.id, id });
      notify.undoable(`Scène «\u00a0${removed.name}\u00a0» retirée`, () => draft.undoStep(id));
    },
    order: (ids: string[]) =>
      edit(
        (old) => ({ ...old, scenes: ids.flatMap((id) => old.scenes.find((one) => one.id === id) ?? []) }),
        { what: 'ordre des scènes' },
      ),
  };
}

/**
 * Saves the findings of a search at once: from then on nobody publishes the scene unseen, in no other window either.
 *
 * @returns what to call when there are some
 */
export function useSavedFinds(draft: TourDraft): () => void {
  const [finds, setFinds] = useState(0);
  const saved = useRef(0);
  const save = useEffectEvent(() => void draft.save());
  useEffect(() => {
    if (draft.isSaving || finds === saved.current) return;
    saved.current = finds;
    save();
  }, [finds, draft.isSaving]);
  return () => setFinds((count) => count + 1);
}
