import { Eye, Info, MoveUpRight } from 'lucide-react';
import type { Blur } from '@/shared/panorama-tour/panorama-tour';
import { asHeading, type Direction, type Ellipse, turned } from '@/shared/sphere/projection';
import type { SphereMark } from '@/shared/sphere/sphere-marks';
import type { DraftScene } from '../data/panorama-tour.schema';
import { isBurntIn } from './draft-history';
import { proposalLabels } from './selected-mark';

const iconClass = 'size-4.5';

/** Pitch of the mark of the north: on the ground, below the usual view. */
const NORTH_PITCH = -25;

/** Lists what is placed in a scene as marks, in the order of the keyboard. */
export function marksOf(
  scene: DraftScene,
  burnt: readonly Blur[],
  nameOf: (id: string) => string,
  edit: (change: (old: DraftScene) => DraftScene, what: string, field?: string) => void,
): SphereMark[] {
  type List = 'links' | 'points' | 'blurs';
  /** Changes one item of a list. */
  const change =
    (list: List, id: string, part: object) =>
    (old: DraftScene): DraftScene => ({
      ...old,
      [list]: old[list].map((one) => (one.id === id ? { ...one, ...part } : one)),
    });
  const without =
    (list: List, id: string) =>
    (old: DraftScene): DraftScene => ({ ...old, [list]: old[list].filter((one) => one.id !== id) });
  const movable = (list: List, id: string, what: string) => ({
    onMove: (to: Direction) => edit(change(list, id, to), `déplacement d’un ${what}`, `${list}/${id}`),
    onRemove: () => edit(without(list, id), `retrait d’un ${what}`),
  });
  return [
    {
      id: 'view',
      yaw: scene.view.yaw,
      pitch: scene.view.pitch,
      label: 'Première vue',
      icon: <Eye aria-hidden="true" className={iconClass} />,
      isStill: true,
      onMove: (to) => edit((old) => ({ ...old, view: { ...old.view, ...to } }), 'première vue', 'view'),
    },
    {
      id: 'north',
      yaw: turned(-scene.heading),
      pitch: NORTH_PITCH,
      label: 'Nord',
      icon: <span className="font-bold">N</span>,
      isStill: true,
      onMove: ({ yaw }) =>
        edit((old) => ({ ...old, heading: asHeading(-yaw) }), 'direction du nord', 'heading'),
    },
    ...scene.links.map(({ id, yaw, pitch, to }) => ({
      id,
      yaw,
      pitch,
      label: `Lien vers ${nameOf(to)}`,
      icon: <MoveUpRight aria-hidden="true" className={iconClass} />,
      ...movable('links', id, 'lien'),
    })),
    ...scene.points.map(({ id, yaw, pitch, title }) => ({
      id,
      yaw,
      pitch,
      label: `Point\u00a0: ${title || 'sans titre'}`,
      icon: <Info aria-hidden="true" className={iconClass} />,
      ...movable('points', id, 'point'),
    })),
    ...scene.blurs.map((blur, index) => {
      const isBurnt = isBurntIn(burnt, blur);
      return {
        id: blur.id,
        yaw: blur.yaw,
        pitch: blur.pitch,
        ellipse: { width: blur.width, height: blur.height },
        // A confirmed blur may cover what one wants to see, or the next face.
        isStill: true,
        label: `Flou ${index + 1}${isBurnt ? '' : ', à appliquer'}`,
        look: isBurnt ? ('burnt' as const) : ('waiting' as const),
        ...movable('blurs', blur.id, 'flou'),
        onSize: (ellipse: Ellipse) =>
          edit(change('blurs', blur.id, ellipse), 'taille d’un flou', `blurs/${blur.id}/size`),
      };
    }),
    ...(scene.proposals ?? []).map(({ id, yaw, pitch, width, height, kind }) => ({
      id,
      yaw,
      pitch,
      ellipse: { width, height },
      label: proposalLabels[kind],
      look: 'proposed' as const,
    })),
  ];
}
