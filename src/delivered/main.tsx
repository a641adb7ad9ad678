import { ArrowLeft } from 'lucide-react';
import { createRoot } from 'react-dom/client';
import { loadWebFonts } from '@/shared/lib/web-fonts';
import { DELIVERED_SCRIPT, type DeliveredTour, FLAT_NOTE } from '@/shared/panorama-tour/delivered-tour';
import { TourVisit } from '@/shared/panorama-tour/tour-visit';
import { textOn } from '@/shared/ui/tag-color';
import './styles.css';

/** Returns the previous page of the same site, for a link back; none in a frame, which is inside its page. */
function pageBefore(): string | undefined {
  const { referrer } = document;
  const isOurs = URL.canParse(referrer) && new URL(referrer).origin === window.location.origin;
  return isOurs && window.self === window.top ? referrer : undefined;
}

/** A delivered tour, in its client's own folder: relative addresses only (docs/decisions/0075). */
function Delivered({ title, client, color, tour }: DeliveredTour) {
  const from = pageBefore();
  return (
    <main className="fixed inset-0 flex flex-col">
      <header
        style={{ backgroundColor: color, color: textOn(color) }}
        className="flex shrink-0 flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5 [&_:focus-visible]:outline-current"
      >
        {from && (
          <a href={from} className="inline-flex min-h-6 items-baseline gap-1 underline underline-offset-4">
            <ArrowLeft aria-hidden="true" className="size-4 self-center" />
            Retour
          </a>
        )}
        <h1 className="min-w-0 text-lg font-bold wrap-anywhere">{title}</h1>
        <p className="min-w-0 wrap-anywhere">{client}</p>
        <a href="licences.txt" className="ml-auto inline-block min-h-6 text-sm underline underline-offset-4">
          Licences
        </a>
      </header>
      <div className="relative min-h-0 flex-1">
        <TourVisit tour={tour} title={title} address={(path) => path} layout="window" place="fragment" />
      </div>
    </main>
  );
}

/** Returns why the page stays as it was delivered, its pictures and texts one below the other; undefined when it turns. */
function reasonToStayFlat(): string | undefined {
  if (window.location.protocol === 'file:')
    return 'Cette page montre la visite à plat, parce qu’elle est ouverte depuis un disque\u00a0: un navigateur n’y laisse pas une page lire ses images. Sur un serveur, elle tourne; LISEZ-MOI.txt dit comment.';
  return window.visite
    ? undefined
    : `Cette page montre la visite à plat, parce que son fichier ${DELIVERED_SCRIPT} n’a pas pu être lu.`;
}

/** Shows the tour, or says in the flat page why it is one. */
function start(root: HTMLElement): void {
  const reason = reasonToStayFlat();
  const note = document.getElementById(FLAT_NOTE);
  if (reason && note) note.textContent = reason;
  if (reason || !window.visite) return;
  document.title = window.visite.title;
  createRoot(root).render(<Delivered {...window.visite} />);
  void loadWebFonts();
}

const root = document.getElementById('root');
if (root) start(root);
