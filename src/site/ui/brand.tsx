import { siteConfig } from '@/shared/lib/site-config';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';

const { name, logo } = siteConfig;

/** A wide logo already contains the name. */
const isWordmark = logo !== undefined && logo.width > 2 * logo.height;

/** The studio's logo and name, or the ring and the name without a logo. Its size is known before the picture loads. */
export function Brand() {
  return (
    <>
      {logo ? (
        <img
          src={logo.url}
          width={logo.width}
          height={logo.height}
          alt={isWordmark ? name : ''}
          // The logo may be dark, and the footer and the hero are dark too: it stands on white.
          className="h-10 w-auto max-w-40 shrink-0 rounded bg-white object-contain p-0.5 text-ink"
        />
      ) : (
        <AzimuthRing className="size-9 shrink-0" />
      )}
      {!isWordmark && (
        <span className="line-clamp-2 min-w-0 font-display text-xl leading-tight font-bold tracking-tight wrap-anywhere">
          {name}
        </span>
      )}
    </>
  );
}
