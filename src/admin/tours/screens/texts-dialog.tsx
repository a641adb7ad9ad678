import { Sparkles } from 'lucide-react';
import { useRef, useState } from 'react';
import { Modal } from '@/admin/kit/ui/modal';
import { StatusBadge, type Tone } from '@/admin/kit/ui/status-badge';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { basePath } from '@/shared/panorama-tour/panorama-tour';
import { Button } from '@/shared/ui/button';
import { panoramaFileUrl } from '../data/panorama-address';
import type { DraftScene, DraftTour } from '../data/panorama-tour.schema';
import { sceneState, type TextState, textStates } from '../data/scene-texts';
import { Choice } from './scene-fields';
import { type EditTour, ProposalState, SceneTextFields } from './scene-texts';
import { UndoButtons } from './undo-buttons';
import type { TextProposals } from './use-text-proposals';

const tones: Record<TextState, Tone> = { toWrite: 'quiet', proposed: 'active', written: 'done' };

const filterLabels = { toWrite: 'À écrire', proposed: 'À relire', all: 'Toutes' } as const;
type Filter = keyof typeof filterLabels;

const passesFilter = (scene: DraftScene, filter: Filter) => filter === 'all' || sceneState(scene) === filter;

type Props = {
  tour: DraftTour;
  onEdit: EditTour;
  proposals: TextProposals;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  onClose: () => void;
};

/** The texts of all scenes of a tour: which are to write or to read, and a way to do one after the other by keys. */
export function TextsDialog({ tour, onEdit, proposals, undo, redo, onClose }: Props) {
  const isReadOnly = useIsReadOnly();
  const { scenes } = tour;
  const list = useRef<HTMLOListElement>(null);
  const idsOf = (filter: Filter) => scenes.filter((scene) => passesFilter(scene, filter)).map(({ id }) => id);
  const [view, setView] = useState(() => {
    const filter = (['proposed', 'toWrite'] as const).find((one) => idsOf(one).length > 0) ?? 'all';
    // A visible scene stays until a filter is pressed, so that it does not disappear while a person edits it.
    return { filter: filter as Filter, seen: idsOf(filter) };
  });
  const shown = scenes.filter((scene) => view.seen.includes(scene.id) || passesFilter(scene, view.filter));
  const touch = (id: string) =>
    setView((old) => (old.seen.includes(id) ? old : { ...old, seen: [...old.seen, id] }));

  /** Moves the focus to the next scene that is not done, round to the first. */
  const goOn = (from: string) => {
    const index = shown.findIndex(({ id }) => id === from);
    const next = [...shown.slice(index + 1), ...shown.slice(0, index)].find(
      (scene) => sceneState(scene) !== 'written',
    );
    const item = list.current?.querySelector<HTMLElement>(`[data-scene="${next?.id}"]`);
    item?.querySelector<HTMLElement>('input')?.focus();
    item?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <Modal
      onClose={onClose}
      size="lg"
      title="Textes des scènes"
      description="Les visiteurs lisent le nom; les lecteurs d’écran lisent aussi ce que montre le panorama."
    >
      <div className="space-y-4">
        <div className="-mt-4 space-y-3 bg-paper pt-4 pb-3 sm:sticky sm:-top-4 sm:z-10">
          <div className="flex flex-wrap items-center gap-2">
            <fieldset className="flex flex-wrap gap-1.5">
              <legend className="sr-only">Scènes montrées</legend>
              {(Object.keys(filterLabels) as Filter[]).map((filter) => (
                <Choice
                  key={filter}
                  isChosen={view.filter === filter}
                  onChoose={() => setView({ filter, seen: idsOf(filter) })}
                >
                  {filterLabels[filter]} ({idsOf(filter).length})
                </Choice>
              ))}
            </fieldset>
            {!isReadOnly && (
              <div className="ml-auto flex items-center gap-1">
                <UndoButtons undo={undo} redo={redo} />
                <Button
                  size="sm"
                  variant="outline"
                  className="max-sm:min-h-11"
                  pending={proposals.isRunning}
                  disabled={proposals.toWrite.length === 0}
                  onClick={() => {
                    // Requested texts stay in sight, and are read as they come.
                    setView({ filter: 'proposed', seen: [...idsOf('proposed'), ...proposals.toWrite] });
                    proposals.propose(proposals.toWrite);
                  }}
                >
                  {!proposals.isRunning && <Sparkles aria-hidden="true" className="size-4" />}
                  Proposer les textes à écrire
                </Button>
              </div>
            )}
          </div>
          {!isReadOnly && proposals.toWrite.length > 0 && !proposals.isRunning && !proposals.outcome && (
            <p className="text-sm text-slate">
              Une petite image de chaque scène est envoyée au modèle de langue du studio; ce qui est flouté ou
              proposé au floutage y est masqué. Rien de ce que vous avez écrit n’est remplacé.
            </p>
          )}
          <ProposalState proposals={proposals} />
        </div>
        {shown.length === 0 ? (
          <p className="rounded-xl bg-mist px-4 py-6 text-center text-slate">
            {view.filter === 'toWrite' ? 'Plus rien à écrire.' : 'Plus rien à relire.'}
          </p>
        ) : (
          <ol ref={list} aria-label="Textes des scènes" className="divide-y divide-line">
            {shown.map((scene) => {
              const place = scenes.indexOf(scene) + 1;
              const state = sceneState(scene);
              return (
                <li
                  key={scene.id}
                  data-scene={scene.id}
                  className="grid scroll-my-4 gap-x-5 gap-y-3 py-5 first:pt-1 sm:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]"
                >
                  <div className="space-y-2">
                    <img
                      src={panoramaFileUrl(basePath(scene.picture))}
                      alt=""
                      loading="lazy"
                      className="aspect-2/1 w-full rounded-lg bg-mist object-cover"
                    />
                    <p className="flex items-center gap-2 text-sm text-slate">
                      Scène {place} sur {scenes.length}
                      <StatusBadge tone={tones[state]} label={textStates[state]} />
                    </p>
                  </div>
                  <SceneTextFields
                    scene={scene}
                    place={place}
                    proposals={proposals}
                    onEdit={(change, step) => {
                      touch(scene.id);
                      onEdit(change, step);
                    }}
                    onNext={() => goOn(scene.id)}
                  />
                </li>
              );
            })}
          </ol>
        )}
        {!isReadOnly && shown.length > 1 && (
          <p className="text-sm text-slate">
            Ctrl+Entrée garde les textes proposés d’une scène et passe à la suivante.
          </p>
        )}
      </div>
    </Modal>
  );
}
