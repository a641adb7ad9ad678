import { createRoot, hydrateRoot } from 'react-dom/client';
import { loadWebFonts } from '@/shared/lib/web-fonts';
import { DeliveredPage } from '@/shared/panorama-tour/delivered-page';
import { DELIVERED_SCRIPT, FLAT_NOTE, showVisit } from '@/shared/panorama-tour/delivered-tour';
import './styles.css';

/** Returns why the page stays as it was delivered, its pictures and texts one below the other; undefined when it turns. */
function reasonToStayFlat(): string | undefined {
  if (window.location.protocol === 'file:')
    return 'Cette page montre la visite à plat, parce qu’elle est ouverte depuis un disque\u00a0: un navigateur n’y laisse pas une page lire ses images. Sur un serveur, elle tourne; LISEZ-MOI.txt dit comment.';
  return window.visite
    ? undefined
    : `Cette page montre la visite à plat, parce que son fichier ${DELIVERED_SCRIPT} n’a pas pu être lu.`;
}

/** Shows the tour, or says in the flat page why it is one. */
function startTour(root: HTMLElement): void {
  const reason = reasonToStayFlat();
  const note = document.getElementById(FLAT_NOTE);
  if (reason && note) note.textContent = reason;
  showVisit(!reason);
  if (reason || !window.visite) return;
  document.title = window.visite.title;
  const page = <DeliveredPage {...window.visite} />;
  // The page that development serves was not written for a tour.
  if (root.firstElementChild) hydrateRoot(root, page);
  else createRoot(root).render(page);
  void loadWebFonts();
}

const root = document.getElementById('root');
if (root) startTour(root);
