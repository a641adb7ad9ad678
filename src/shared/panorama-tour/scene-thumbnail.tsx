import type { Direction } from '@/shared/sphere/projection';
import { type FileAddress, type Scene, type TiledPicture, tilePath } from './panorama-tour';

/**
 * A piece of a picture that shows a direction, for a thumbnail: the two tiles of the smallest level above one another
 * around it, a few kilobytes where the first sphere has a hundred.
 *
 * @returns the paths of the upper and of the lower tile, and how far the direction is below the pair's top, from 0 to 1
 */
export function pieceOf(picture: TiledPicture, { yaw, pitch }: Direction) {
  const [level] = picture.levels;
  if (!level || level.rows < 2) return undefined;
  const { columns, rows } = level;
  const column = Math.floor(((((yaw / 360 + 0.5) % 1) + 1) % 1) * columns) % columns;
  const down = ((90 - pitch) / 180) * rows;
  const upper = Math.min(Math.max(Math.round(down) - 1, 0), rows - 2);
  return {
    paths: [tilePath(picture, 0, column, upper), tilePath(picture, 0, column, upper + 1)] as const,
    middle: Math.min(Math.max((down - upper) / 2, 0), 1),
  };
}

/** A small picture of a scene's first view; decorative beside its name. */
export function SceneThumbnail({
  scene: { picture, view },
  address,
  className = '',
}: {
  scene: Pick<Scene, 'picture' | 'view'>;
  address: FileAddress;
  className?: string;
}) {
  const piece = pieceOf(picture, view);
  // The frame stays between the top of the upper tile and the foot of the lower one: it is a third as tall as the pair.
  const middle = Math.min(Math.max(piece?.middle ?? 0.5, 1 / 6), 5 / 6);
  return (
    <span aria-hidden="true" className={`relative block aspect-[3/2] overflow-hidden bg-mist ${className}`}>
      <span
        className="absolute inset-x-0 top-1/2 block"
        style={{ transform: `translateY(${-middle * 100}%)` }}
      >
        {piece?.paths.map((path) => (
          <img
            key={path}
            src={address(path)}
            alt=""
            loading="lazy"
            decoding="async"
            fetchPriority="low"
            // Over the seam, which fractions of a pixel would show as a line.
            className="block aspect-square w-full not-first:-mt-px"
          />
        ))}
      </span>
    </span>
  );
}
