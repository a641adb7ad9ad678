import { basePath, type FileAddress, type Scene } from './panorama-tour';
import { verticalFieldOf } from './viewer-defaults';

/** Angle from the picture's middle beyond which a wide frame shows its edge. */
const NEAR_EDGE = 100;

/**
 * The first picture of a scene, placed as its first view, shown while the viewer loads. It is a flat piece of the
 * sphere, close to the real view near the horizon.
 */
export function ScenePoster({
  scene,
  view,
  address,
}: {
  scene: Scene;
  view: Scene['view'];
  address: FileAddress;
}) {
  const height = `${(180 / verticalFieldOf(view.zoom)) * 100}%`;
  // The picture is repeated beside itself where the frame reaches past its edge.
  const copies = Math.abs(view.yaw) > NEAR_EDGE ? [0, Math.sign(view.yaw)] : [0];
  return (
    <div aria-hidden="true" className="absolute inset-0 overflow-hidden bg-ink">
      {copies.map((copy) => (
        <img
          key={copy}
          src={address(basePath(scene.picture))}
          alt=""
          fetchPriority="high"
          decoding="async"
          className="absolute top-1/2 left-1/2 aspect-[2] max-w-none"
          style={{
            height,
            transform: `translate(${(copy - 0.5 - view.yaw / 360) * 100}%, ${(view.pitch / 180 - 0.5) * 100}%)`,
          }}
        />
      ))}
    </div>
  );
}
