import { basePath, type FileAddress, type Scene, tilePath } from './panorama-tour';
import { flatPlaces, verticalFieldOf } from './viewer-defaults';

/** Half of the horizontal field that the widest frames show, in degrees. */
const HALF_FIELD = 75;

/** The tiles of a picture's smallest level around a view, by their place in the picture. */
function tilesAround({ picture }: Scene, { yaw, pitch, zoom }: Scene['view']) {
  const [level] = picture.levels;
  if (!level) return [];
  const { columns, rows } = level;
  const [top, bottom] = [pitch + verticalFieldOf(zoom) / 2, pitch - verticalFieldOf(zoom) / 2];
  const firstRow = Math.max(0, Math.floor(((90 - top) / 180) * rows));
  const lastRow = Math.min(rows - 1, Math.floor(((90 - bottom) / 180) * rows));
  const first = Math.floor(((yaw - HALF_FIELD + 180) / 360) * columns);
  const last = Math.floor(((yaw + HALF_FIELD + 180) / 360) * columns);
  const tiles: { path: string; column: number; row: number }[] = [];
  for (let place = first; place <= last; place++)
    for (let row = firstRow; row <= lastRow; row++) {
      const column = ((place % columns) + columns) % columns;
      tiles.push({ path: tilePath(picture, 0, column, row), column: place, row });
    }
  return tiles.map((tile) => ({ ...tile, columns, rows }));
}

/**
 * The first picture of a scene, placed as its first view, shown while the viewer loads. It is a flat piece of the
 * sphere, close to the real view near the horizon.
 *
 * @param alt given when the picture is more than what waits for the viewer
 * @param preview a small copy of the picture, where the page holds it
 * @param isSharp whether tiles are laid over the small sphere, for a picture that stays
 */
export function ScenePoster({
  scene,
  view,
  address,
  alt,
  preview,
  isSharp = false,
}: {
  scene: Scene;
  view: Scene['view'];
  address: FileAddress;
  alt?: string;
  preview?: string | undefined;
  isSharp?: boolean;
}) {
  const places = flatPlaces(view);
  const box = 'absolute top-1/2 left-1/2 aspect-[2] max-w-none';
  return (
    <div
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      className="absolute inset-0 overflow-hidden bg-ink"
    >
      {places.map((place) => (
        <img
          key={place.transform}
          src={preview ?? address(basePath(scene.picture))}
          alt=""
          fetchPriority="high"
          // A copy that the page holds is in its first paint.
          decoding={preview ? 'sync' : 'async'}
          className={box}
          style={place}
        />
      ))}
      {isSharp && (
        <div className={box} style={places[0]}>
          {tilesAround(scene, view).map(({ path, column, row, columns, rows }) => (
            <img
              key={`${column}-${row}`}
              src={address(path)}
              alt=""
              loading="lazy"
              decoding="async"
              className="absolute max-w-none"
              style={{
                left: `${(column / columns) * 100}%`,
                top: `${(row / rows) * 100}%`,
                // Slightly wider, so that no gap shows between two tiles.
                width: `${100.05 / columns}%`,
                height: `${100.05 / rows}%`,
              }}
            />
          ))}
        </div>
      )}
    </div>
  );
}
