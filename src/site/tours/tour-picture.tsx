import { useState } from 'react';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import { LatePicture } from '@/site/ui/lazy-picture';

/** Of the first screen of any device, of that of a large one, or under it. */
export type Arrival = 'first' | 'soon' | 'late';

/**
 * The picture of a tour with its badge, filling its frame. The ring stands in for one that is missing or broken.
 *
 * @param arrival when it is wanted; « soon » leaves the line to the first, and does not wait for scripts either
 */
export function TourPicture({
  src,
  arrival,
  className = '',
}: {
  src: string | null;
  arrival: Arrival;
  className?: string;
}) {
  const [broken, setBroken] = useState(false);
  const Picture = arrival === 'late' ? LatePicture : 'img';
  return (
    <>
      {src && !broken ? (
        <Picture
          src={src}
          alt=""
          width={800}
          height={433}
          decoding="async"
          fetchPriority={{ first: 'high' as const, soon: 'low' as const, late: undefined }[arrival]}
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
