import { type Blur, basePath, type TiledPicture, tilePath } from '@/shared/panorama-tour/panorama-tour';
import { panoramaFileUrl } from '../data/panorama-address';

/** Degrees around an ellipse that are shown with it, of its size and at least. */
const surroundings = { share: 1.1, least: 2.5 } as const;

type TilePiece = { href: string; x: number; y: number; width: number; height: number };

/** Lists the tiles of the sharpest level that show these degrees, also beyond the seam. */
function tilesWithin(
  picture: TiledPicture,
  { left, right, top, bottom }: Record<'left' | 'right' | 'top' | 'bottom', number>,
): TilePiece[] {
  const index = picture.levels.length - 1;
  const level = picture.levels[index];
  if (!level) return [];
  const [width, height] = [360 / level.columns, 180 / level.rows];
  const pieces: TilePiece[] = [];
  for (let column = Math.floor((left + 180) / width); column * width - 180 < right; column++) {
    for (let row = Math.max(0, Math.floor((90 - top) / height)); row < level.rows; row++) {
      if (90 - row * height <= bottom) break;
      const wrapped = ((column % level.columns) + level.columns) % level.columns;
      pieces.push({
        href: panoramaFileUrl(tilePath(picture, index, wrapped, row)),
        x: column * width - 180,
        y: row * height - 90,
        width,
        height,
      });
    }
  }
  return pieces;
}

/**
 * Shows an ellipse of a panorama with what is around it, from the sharpest tiles. The picture is as wide as it looks on
 * the sphere: towards the poles a flat panorama is stretched.
 *
 * @param label absent: the picture is decoration
 */
export function ProposalPicture({
  picture,
  ellipse,
  label,
  className = '',
}: {
  picture: TiledPicture;
  ellipse: Blur;
  label?: string;
  className?: string;
}) {
  const { yaw, pitch, width, height } = ellipse;
  const narrow = Math.max(0.15, Math.cos((pitch * Math.PI) / 180));
  const size = Math.max(width * narrow, height);
  const half = Math.min(45, size / 2 + Math.max(size * surroundings.share, surroundings.least));
  const area = {
    left: yaw - half / narrow,
    right: yaw + half / narrow,
    top: Math.min(90, pitch + half),
    bottom: Math.max(-90, pitch - half),
  };
  return (
    <svg
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      viewBox={`${yaw * narrow - half} ${-pitch - half} ${half * 2} ${half * 2}`}
      className={`bg-mist ${className}`}
    >
      <g transform={`scale(${narrow} 1)`}>
        {[-360, 0, 360].map((turn) => (
          <image
            key={turn}
            href={panoramaFileUrl(basePath(picture))}
            x={turn - 180}
            y={-90}
            width={360}
            height={180}
            preserveAspectRatio="none"
          />
        ))}
        {tilesWithin(picture, area).map(({ href, ...place }) => (
          <image key={`${place.x} ${place.y}`} href={href} {...place} preserveAspectRatio="none" />
        ))}
      </g>
      {(['#fff', '#10343c'] as const).map((colour, index) => (
        <ellipse
          key={colour}
          cx={yaw * narrow}
          cy={-pitch}
          rx={(width * narrow) / 2}
          ry={height / 2}
          fill="none"
          stroke={colour}
          strokeWidth={index === 0 ? 5 : 2}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}
