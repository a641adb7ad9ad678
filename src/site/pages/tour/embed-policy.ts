import { httpHref } from '@/shared/lib/text';

/** What an embedded tour may do, and its address. */
type Embed = { src: string; sandbox: string };

/**
 * How a tour may be shown inside our page, or `undefined` when it may not: only https, as browsers refuse anything
 * less inside an https page.
 *
 * The tour is somebody else's page on somebody else's server. It gets what a panorama player needs: scripts, its own
 * origin (its tiles and settings are same-origin requests and storage there), and links that open in new tabs which
 * are ordinary tabs. It does not get: moving our page away, forms, dialogs, downloads, pointer lock. Full screen and
 * motion sensors are granted by the frame's `allow`, not here.
 *
 * @param siteOrigin ours: a page of ours with scripts and its own origin could take its sandbox off, so it is not
 * given its origin
 */
export function embedOf(url: string, siteOrigin: string): Embed | undefined {
  const src = httpHref(url);
  if (!src?.startsWith('https:')) return undefined;
  const tokens = ['allow-scripts', 'allow-popups', 'allow-popups-to-escape-sandbox'];
  if (new URL(src).origin !== siteOrigin) tokens.push('allow-same-origin');
  return { src, sandbox: tokens.join(' ') };
}
