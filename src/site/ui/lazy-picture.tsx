import type { ImgHTMLAttributes } from 'react';
import { useHydrated } from './use-hydrated';

/**
 * A picture below the first screen, loaded once the page is hydrated, or at once where no script runs: on a slow line
 * browsers load `loading="lazy"` pictures thousands of pixels ahead, before the scripts. Its parent reserves its space.
 */
export function LazyPicture({ alt, ...props }: ImgHTMLAttributes<HTMLImageElement> & { alt: string }) {
  const picture = <img {...props} alt={alt} loading="lazy" decoding="async" />;
  return useHydrated() ? picture : <noscript>{picture}</noscript>;
}
