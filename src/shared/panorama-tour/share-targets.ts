import { paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import type { PanoramaTour, Scene } from './panorama-tour';
import { sceneHref, sceneKey } from './view-address';

/** A tour of the site. */
type SharedTour = { slug: string; title: string };

/** Something of a tour that has an address: a page of the site with its title and its picture. */
export type ShareTarget = {
  label: string;
  /** The address on this site. */
  href: string;
  /** Words under a printed code. */
  caption: string;
  /** Name of the files of its code, without an ending. */
  file: string;
  /** Its address for a frame of another site; absent when it cannot be framed. */
  framed?: string;
};

/** The whole address of a page of the site. */
export const shareAddress = (href: string) => siteConfig.url + href;

/** A file name of a tour, of one of its scenes. */
const fileOf = (slug: string, scene?: string) => ['code-qr', slug, ...(scene ? [scene] : [])].join('-');

/** One scene of a tour, to be shared. */
export const sceneTarget = (
  { slug, tour, title }: SharedTour & { tour: PanoramaTour },
  scene: Scene,
): ShareTarget => {
  const href = sceneHref(slug, scene.id, tour.scenes);
  return {
    ...{ label: `La scène «\u00a0${scene.name}\u00a0»`, href, framed: href },
    ...{ caption: `${title} · ${scene.name}`, file: fileOf(slug, sceneKey(scene.id, tour.scenes)) },
  };
};

/** A tour as a whole, to be shared: alone in its window, and its page. */
export const tourTargets = ({ slug, title }: SharedTour): ShareTarget[] => {
  const whole = { caption: title, file: fileOf(slug), framed: paths.visit.href(slug) };
  return [
    { ...whole, label: 'La visite, dès sa première scène', href: paths.visit.href(slug) },
    { ...whole, label: 'La page de la visite', href: paths.tour.href(slug) },
  ];
};
