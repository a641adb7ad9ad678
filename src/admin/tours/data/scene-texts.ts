import { searchKey } from '@contract/search-key.ts';
import type { DraftScene, DraftTour } from './panorama-tour.schema';

/** The texts of a scene. */
export type SceneText = 'name' | 'alt';
export const sceneTextNames = ['name', 'alt'] as const satisfies SceneText[];

export type TextState = keyof typeof textStates;

/** States of a text, or of the texts of a scene. */
export const textStates = { toWrite: 'à écrire', proposed: 'proposé', written: 'écrit' } as const;

/** Names that cameras and programs give, and no person. */
const machineNames = new Set(
  'img image photo pano panorama panoramique dsc dscn dscf dji gopr gopro gs pxl vr sph sphere equi equirectangular stitch stitched hdr export copie copy final scene sans titre nom untitled insp insta theta mvimg sam vid'.split(
    ' ',
  ),
);

/** Tells whether nobody has named a scene yet: « IMG 0012 » and « Scène 3 » name nothing. */
export const isNameToWrite = (name: string): boolean =>
  (searchKey(name).match(/[\p{Letter}\p{Number}]+/gu) ?? []).every(
    (word) => word.length === 1 || /\d/.test(word) || machineNames.has(word),
  );

/** Returns the state of one text of a scene. */
export function textState(scene: DraftScene, text: SceneText): TextState {
  if (scene.proposedTexts?.includes(text)) return 'proposed';
  const isMissing = text === 'name' ? isNameToWrite(scene.name) : scene.alt.trim() === '';
  return isMissing ? 'toWrite' : 'written';
}

/** Returns the state of a scene: what is proposed is to be read before anything else. */
export function sceneState(scene: DraftScene): TextState {
  const states = sceneTextNames.map((text) => textState(scene, text));
  return (['proposed', 'toWrite'] as const).find((state) => states.includes(state)) ?? 'written';
}

/** Tells whether visitors would read the neutral text of a scene. */
export const hasNeutralAlt = ({ alt }: DraftScene): boolean => alt.trim() === '';

/** Returns the scene with these texts read by a person. */
export function keepTexts(scene: DraftScene, texts: readonly SceneText[] = sceneTextNames): DraftScene {
  const { proposedTexts = [], ...rest } = scene;
  const left = proposedTexts.filter((text) => !texts.includes(text));
  return left.length > 0 ? { ...rest, proposedTexts: left } : rest;
}

/** Returns the scene with a text that a person typed, which is thereby read. */
export const writeText = (scene: DraftScene, text: SceneText, value: string): DraftScene => ({
  ...keepTexts(scene, [text]),
  [text]: value,
});

/** Returns the scene with a proposed text rejected: it is neutral again. `place` is its place in the tour, from 1. */
export const rejectText = (scene: DraftScene, text: SceneText, place: number): DraftScene =>
  writeText(scene, text, text === 'name' ? `Scène ${place}` : '');

/** Texts that a model proposes for a scene. */
export type SceneProposal = { id: string } & Record<SceneText, string>;

/** Adds proposed texts to a tour, where nothing has been written in the meantime. */
export const withProposals =
  (proposals: readonly SceneProposal[]) =>
  (tour: DraftTour): DraftTour => ({
    ...tour,
    scenes: tour.scenes.map((scene) => {
      const proposal = proposals.find(({ id }) => id === scene.id);
      const texts = proposal ? sceneTextNames.filter((text) => textState(scene, text) === 'toWrite') : [];
      if (!proposal || texts.length === 0) return scene;
      const written = Object.fromEntries(texts.map((text) => [text, proposal[text]]));
      return { ...scene, ...written, proposedTexts: [...(scene.proposedTexts ?? []), ...texts] };
    }),
  });
