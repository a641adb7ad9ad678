import { useState } from 'react';
import { AzimuthRing } from '@/ui/azimuth-ring';
import { LatePicture } from '@/ui/late-picture';

/**
 * The picture of a tour with its badge, filling its frame. The ring stands in for one that is missing or broken.
 *
 * @param eager for pictures that the first screen shows
 */
export function TourPicture({
  src,
  eager = false,
  className = '',
}: {
  src: string | null;
  eager?: boolean;
  className?: string;
}) {
  const [broken, setBroken] = useState(false);
  const Picture = eager ? 'img' : LatePicture;
  return (
    <>
      {src && !broken ? (
        <Picture
          src={src}
          alt=""
          width={800}
          height={433}
          decoding="async"
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
