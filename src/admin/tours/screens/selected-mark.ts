import type { Blur, InfoPoint, Proposal, Scene, SceneLink } from '@/shared/panorama-tour/panorama-tour';
import type { DraftScene } from '../data/panorama-tour.schema';
import { isBurntIn } from './draft-history';

/** Something of a scene that is selected in its panorama. */
export type Selected =
  | { kind: 'view'; view: Scene['view'] }
  | { kind: 'north' }
  | { kind: 'link'; link: SceneLink }
  | { kind: 'point'; point: InfoPoint }
  | { kind: 'blur'; blur: Blur; number: number; isBurnt: boolean }
  | { kind: 'proposal'; proposal: Proposal };

/** Finds what a mark of the panorama stands for. */
export function selectedIn(
  scene: DraftScene,
  id: string | undefined,
  burnt: readonly Blur[],
): Selected | undefined {
  if (id === 'view') return { kind: 'view', view: scene.view };
  if (id === 'north') return { kind: 'north' };
  const link = scene.links.find((one) => one.id === id);
  if (link) return { kind: 'link', link };
  const point = scene.points.find((one) => one.id === id);
  if (point) return { kind: 'point', point };
  const index = scene.blurs.findIndex((one) => one.id === id);
  const blur = scene.blurs[index];
  if (blur)
    return {
      kind: 'blur',
      blur,
      number: index + 1,
      isBurnt: isBurntIn(burnt, blur),
    };
  const proposal = scene.proposals?.find((one) => one.id === id);
  return proposal && { kind: 'proposal', proposal };
}

/** Names of what the computer proposes to blur. */
export const proposalLabels = {
  face: 'Visage proposé',
  plate: 'Plaque proposée',
  person: 'Personne proposée',
  vehicle: 'Véhicule proposé',
} as const;

/** Names what is selected, as the title of its fields. */
export function titleOf(selected: Selected): string {
  switch (selected.kind) {
    case 'view':
      return 'Première vue';
    case 'north':
      return 'Nord';
    case 'link':
      return 'Lien';
    case 'point':
      return 'Point d’information';
    case 'blur':
      return `Flou ${selected.number}`;
    case 'proposal':
      return proposalLabels[selected.proposal.kind];
  }
}
