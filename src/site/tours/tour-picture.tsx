import { useState } from 'react';
import { smallPictureSrc } from '@/shared/lib/text';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import { LazyPicture } from '@/site/ui/lazy-picture';

/** Pictures that ship with the product are renders under names of real places; the studio's own are uploaded. */
const DEMONSTRATION = '/images/tours/';

/** Priority of a picture on the first screen of every device, of large ones only, or below it. */
export type PicturePriority = 'high' | 'low' | 'lazy';

/**
 * The picture of a tour with its badge, filling its frame; a ring replaces one that is missing or broken.
 *
 * @param sizes how wide the frame is; given, the browser may choose the small rendition
 */
export function TourPicture({
  src,
  alt = '',
  sizes,
  priority,
  hasFoot = false,
  className = '',
}: {
  src: string | null;
  /** Given when the picture is more than the ornament of a title beside it. */
  alt?: string;
  sizes?: string;
  priority: PicturePriority;
  /** True when something covers the picture's lower part: its badge is then placed above. */
  hasFoot?: boolean;
  className?: string;
}) {
  const [failures, setFailures] = useState(0);
  const small = sizes && smallPictureSrc(src);
  // If the small rendition is missing, the large one is shown.
  const srcSet = small && failures === 0 ? `${small} 480w, ${src} 800w` : undefined;
  const isBroken = failures > (small ? 1 : 0);
  const Picture = priority === 'high' ? 'img' : LazyPicture;
  return (
    <>
      {/* On a phone it loads after the scripts; larger screens, which show it at first, load it along
         with them. */}
      {src && priority === 'low' && (
        <link
          rel="preload"
          as="image"
          href={src}
          imageSrcSet={srcSet}
          imageSizes={srcSet && sizes}
          media="(width >= 40rem)"
          fetchPriority="low"
        />
      )}
      {src && !isBroken ? (
        <Picture
          src={src}
          srcSet={srcSet}
          sizes={srcSet && sizes}
          alt={alt}
          width={800}
          height={433}
          decoding="async"
          fetchPriority={priority === 'high' ? 'high' : undefined}
          onError={() => setFailures(failures + 1)}
          className={`absolute inset-0 size-full object-cover ${className}`}
        />
      ) : (
        <AzimuthRing className="absolute inset-0 m-auto size-20 text-white/70" />
      )}
      {src?.startsWith(DEMONSTRATION) && (
        <span
          className={`absolute right-3 rounded bg-ink/85 px-2 py-0.5 text-xs text-white ${hasFoot ? 'top-3.5' : 'bottom-3'}`}
        >
          Image de démonstration
        </span>
      )}
      <span className="absolute top-3 left-3 rounded-full bg-ink/85 px-2.5 py-1 text-xs font-semibold tracking-wide text-white">
        360° VR
      </span>
    </>
  );
}
