import { basePath, type FileAddress, type Scene } from './panorama-tour';
import { verticalFieldOf } from './viewer-defaults';

/** Beyond this many degrees from its middle a wide frame shows what is past the edge of the picture. */
const NEAR_EDGE = 100;

/**
 * The first picture of a scene, placed as its first view: what is seen while the viewer loads. A flat piece of the
 * sphere, close to what follows as long as one looks near the horizon.
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
  // The same picture again beside itself, where the frame reaches over its edge.
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
