import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isAbort } from '@/shared/lib/errors';
import { readableMessage } from '@/shared/lib/failure';
import type { DraftTour } from '../data/panorama-tour.schema';
import { describeScenes, hasNoSeeingModel } from '../data/scene-descriptions';
import { sceneTextNames, textState, withProposals } from '../data/scene-texts';
import type { StepKind } from './draft-history';

/** The result of a run: what ended it, or the names of the scenes that got nothing. */
export type ProposalOutcome =
  | { kind: 'done'; proposed: number; left: number }
  | { kind: 'stopped'; proposed: number }
  | { kind: 'failed'; message: string; isUnavailable: boolean };

/** Proposes texts for scenes of a tour: one press is one run, which goes on while its screen is open and can be stopped. */
export function useTextProposals(
  tourId: string,
  tour: DraftTour,
  onEdit: (change: (draft: DraftTour) => DraftTour, step: StepKind) => void,
) {
  const mutation = useMutation(describeScenes());
  const [progress, setProgress] = useState({ done: 0, total: 0 });
  const [outcome, setOutcome] = useState<ProposalOutcome>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const toWrite = tour.scenes.filter((scene) =>
    sceneTextNames.some((text) => textState(scene, text) === 'toWrite'),
  );

  const propose = (wanted: readonly string[]) => {
    if (mutation.isPending || wanted.length === 0) return;
    controller.current = new AbortController();
    const run = crypto.randomUUID();
    let proposed = 0;
    setOutcome(undefined);
    setProgress({ done: 0, total: wanted.length });
    mutation.mutate(
      {
        tourId,
        tour,
        ids: wanted,
        signal: controller.current.signal,
        onProgress: (done) => setProgress({ done, total: wanted.length }),
        onProposals: (proposals) => {
          proposed += proposals.length;
          // Texts that come in one run, with nothing in between, are one step to take back.
          onEdit(withProposals(proposals), {
            what: 'textes proposés',
            field: `textes/${run}`,
            isArrival: true,
          });
        },
      },
      {
        onSuccess: (left) => setOutcome({ kind: 'done', proposed, left: left.length }),
        onError: (error) =>
          setOutcome(
            isAbort(error)
              ? { kind: 'stopped', proposed }
              : {
                  kind: 'failed',
                  message: readableMessage(error) ?? 'Les textes n’ont pas pu être proposés.',
                  isUnavailable: hasNoSeeingModel(error),
                },
          ),
      },
    );
  };

  return {
    /** Scenes with a text to write. */
    toWrite: toWrite.map(({ id }) => id),
    isRunning: mutation.isPending,
    progress,
    outcome,
    propose,
    stop: () => controller.current?.abort(),
    forget: () => setOutcome(undefined),
  };
}

/** Proposals of texts, with what asks for them and stops them. */
export type TextProposals = ReturnType<typeof useTextProposals>;
