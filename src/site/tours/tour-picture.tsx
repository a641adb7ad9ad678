import { useState } from 'react';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import { LazyPicture } from '@/site/ui/lazy-picture';

/** For a picture on the first screen of every device, of large ones only, or below it. */
export type PicturePriority = 'high' | 'low' | 'lazy';

/** The picture of a tour with its badge, filling its frame; a ring replaces one that is missing or broken. */
export function TourPicture({
  src,
  priority,
  className = '',
}: {
  src: string | null;
  priority: PicturePriority;
  className?: string;
}) {
  const [broken, setBroken] = useState(false);
  const Picture = priority === 'high' ? 'img' : LazyPicture;
  return (
    <>
      {/* Phones load it after the scripts; the screens that show it at first load it along with them. */}
      {src && priority === 'low' && (
        <link rel="preload" as="image" href={src} media="(width >= 40rem)" fetchPriority="low" />
      )}
      {src && !broken ? (
        <Picture
          src={src}
          alt=""
          width={800}
          height={433}
          decoding="async"
          fetchPriority={priority === 'high' ? 'high' : undefined}
          onError={() => setBroken(true)}
          className={`absolute inset-0 size-full object-cover ${className}`}
        />
      ) : (
        <AzimuthRing className="absolute inset-0 m-auto size-20 text-white/70" />
      )}
      <span className="absolute top-3 left-3 rounded-full bg-ink/85 px-2.5 py-1 text-xs font-semibold tracking-wide text-white">
        360° VR
      </span>
    </>
  );
}
