/** Side of its point on which a card stands. */
export type Side = 'left' | 'right';

type Size = { width: number; height: number };

/** Distance between a point and its card: half of a mark, and air. */
const MARK_GAP = 36;
/** Distance kept from the edges of the picture, and from its lower one, where its buttons are. */
const EDGE_GAP = 12;
const FOOT_PX = 72;
/** Distance between a card's top and the height of its point, at most. */
const RISE_PX = 44;

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

/**
 * Computes the place of a card beside a point of the picture: on the side where it was while it fits there, else on the
 * other, and never outside the picture or over its buttons. A point that has left the picture keeps its card at the edge.
 *
 * @returns `stem` is the height of the point in the card; `isNear` tells whether card and point are side by side
 */
export function cardSpot(
  point: { x: number; y: number; isVisible: boolean },
  card: Size,
  frame: Size,
  before: Side,
) {
  const fits = {
    right: point.x + MARK_GAP + card.width <= frame.width - EDGE_GAP,
    left: point.x - MARK_GAP - card.width >= EDGE_GAP,
  };
  const other = before === 'right' ? 'left' : 'right';
  const side = fits[before] || !fits[other] ? before : other;
  const wished = side === 'right' ? point.x + MARK_GAP : point.x - MARK_GAP - card.width;
  const left = clamp(wished, EDGE_GAP, Math.max(EDGE_GAP, frame.width - card.width - EDGE_GAP));
  const top = clamp(point.y - RISE_PX, EDGE_GAP, Math.max(EDGE_GAP, frame.height - card.height - FOOT_PX));
  return {
    ...{ side, left: Math.round(left), top: Math.round(top) },
    stem: Math.round(clamp(point.y - top, 16, card.height - 16)),
    isNear: point.isVisible && fits[side] && point.y >= top && point.y <= top + card.height,
  };
}
