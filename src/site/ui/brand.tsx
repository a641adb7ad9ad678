import { siteConfig } from '@/shared/lib/site-config';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';

const { name, logo } = siteConfig;

/** A wide logo holds the name already. */
const isWordmark = logo !== undefined && logo.width > 2 * logo.height;

/** The studio's logo and name, or the ring and the name without a logo. Its size is known before it comes. */
export function Brand() {
  return (
    <>
      {logo ? (
        <img
          src={logo.url}
          width={logo.width}
          height={logo.height}
          alt={isWordmark ? name : ''}
          // On white: it may be dark, and the footer and the picture of the home page are.
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
