import type { ImgHTMLAttributes } from 'react';
import { useTakenOver } from './use-hydrated';

/**
 * A picture under the first screen. Browsers begin lazy ones thousands of pixels ahead on a slow line, in front of the
 * scripts: in a written page it waits until the page is taken over, and is there at once where no script runs. Its
 * parent keeps its room.
 */
export function LatePicture({ alt, ...props }: ImgHTMLAttributes<HTMLImageElement> & { alt: string }) {
  const picture = <img {...props} alt={alt} loading="lazy" decoding="async" />;
  return useTakenOver() ? picture : <noscript>{picture}</noscript>;
}
