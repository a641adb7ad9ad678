import {
  type Blur,
  type Proposal,
  type TiledPicture,
  tilePath,
  tourLimits,
} from '@/shared/panorama-tour/panorama-tour';
import { panoramaFileUrl } from './panorama-address';
import { readOriginal } from './panorama-files';
import type { PanoramaSource } from './panorama-pixels';
import type { DraftScene } from './panorama-tour.schema';
import type { PanoramaFinding } from './search-panorama';
import { coveredShare, isRepeat, withoutRepeats } from './sphere';

/** Name and version of the search, kept with each searched scene: another search finds other things. */
export const SEARCHED_BY = 'visages et plaques 1';

/** Share of a found area that a blur covers, from which there is nothing left to blur. */
const COVERED_SHARE = 0.8;

/** Width of the level of tiles that stands in for an original that was not kept. */
const MAX_SEARCH_WIDTH = 8192;

const roundHundredth = (value: number) => Math.round(value * 100) / 100;

/** A scene of a tour or a picture of a survey, with its blurs and proposals. */
type ReviewedPicture = { blurs: Blur[]; proposals?: Proposal[] | undefined };

/**
 * Adds what a search found to the undecided proposals of a scene: not twice, not what is blurred, and the best ones
 * when there are more than a scene may have.
 */
export function withFindings(scene: ReviewedPicture, found: readonly PanoramaFinding[]): Proposal[] {
  const known = scene.proposals ?? [];
  const fresh = withoutRepeats(found)
    .filter((one) => scene.blurs.every((blur) => coveredShare(one, blur) < COVERED_SHARE))
    .filter((one) => !known.some((other) => isRepeat(other, one)))
    .map(
      ({ kind, ...numbers }): Proposal => ({
        id: crypto.randomUUID(),
        kind,
        score: roundHundredth(numbers.score),
        yaw: roundHundredth(numbers.yaw),
        pitch: roundHundredth(numbers.pitch),
        width: roundHundredth(numbers.width),
        height: roundHundredth(numbers.height),
      }),
    );
  return [...known, ...fresh].toSorted((a, b) => b.score - a.score).slice(0, tourLimits.proposals);
}

/** Makes the blurs of a scene from these of its proposals; those that find no more room stay proposals. */
export function acceptProposals<Scene extends ReviewedPicture>(scene: Scene, ids: readonly string[]): Scene {
  const proposals = scene.proposals ?? [];
  const room = Math.max(0, tourLimits.blurs - scene.blurs.length);
  const taken = proposals.filter(({ id }) => ids.includes(id)).slice(0, room);
  const blurs = taken.map(({ id, yaw, pitch, width, height }): Blur => ({ id, yaw, pitch, width, height }));
  return {
    ...scene,
    blurs: [...scene.blurs, ...blurs],
    proposals: proposals.filter((one) => !taken.includes(one)),
  };
}

/** Removes a proposal that shows nothing to blur. */
export const rejectProposal = <Scene extends ReviewedPicture>(scene: Scene, id: string): Scene => ({
  ...scene,
  proposals: (scene.proposals ?? []).filter((one) => one.id !== id),
});

/** Tells how far a scene is: « Pas encore cherché », « 4 propositions à décider », « Tout est décidé ». */
export function searchState({ searchedBy, proposals = [] }: DraftScene): string {
  const { length } = proposals;
  if (length > 0) return `${length} ${length > 1 ? 'propositions' : 'proposition'} à décider`;
  return searchedBy ? 'Cherché\u00a0: rien à décider' : 'Pas encore cherché';
}

/** Returns the level of tiles that is read when an original is not kept. */
const levelOf = ({ levels }: TiledPicture) => {
  const index = Math.max(
    0,
    levels.findLastIndex(({ width }) => width <= MAX_SEARCH_WIDTH),
  );
  return { index, level: levels[index] };
};

/**
 * Reads what a search looks at: the original of a scene, or its tiles when none was kept.
 *
 * @throws the storage service's error
 */
export async function searchedPanorama({ picture, original }: DraftScene): Promise<PanoramaSource> {
  if (original) {
    const file = await readOriginal(original);
    return { kind: 'file', file, width: picture.width, height: picture.width / 2 };
  }
  const { index, level } = levelOf(picture);
  if (!level) throw new Error('No tiles');
  const { width, columns, rows } = level;
  const addresses = Array.from({ length: columns * rows }, (_, nth) =>
    panoramaFileUrl(tilePath(picture, index, nth % columns, Math.floor(nth / columns))),
  );
  return { kind: 'tiles', width, columns, rows, addresses };
}
