import { Menu, X } from 'lucide-react';
import { useRef, useSyncExternalStore } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { homeAnchorHref, paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import { buttonClass } from '@/shared/ui/button';
import { Brand } from './brand';
import { DegreeRing } from './degree-ring';

function subscribeToScroll(notify: () => void) {
  window.addEventListener('scroll', notify, { passive: true });
  return () => window.removeEventListener('scroll', notify);
}

/** Tells whether the page is scrolled. */
const useScrolled = () =>
  useSyncExternalStore(
    subscribeToScroll,
    () => window.scrollY > 24,
    () => false,
  );

const linkClass =
  'inline-flex min-h-11 items-center font-medium underline-offset-8 decoration-2 hover:underline aria-[current=page]:font-semibold aria-[current=page]:underline aria-[current=page]:decoration-sumac';

/** The links of the header, the same in the bar and in the menu of small screens. */
function Links({ onHome, onClick }: { onHome: boolean; onClick?: () => void }) {
  return (
    <>
      {onHome ? (
        <>
          <li>
            <Link to={homeAnchorHref('portfolio')} onClick={onClick} className={linkClass}>
              Réalisations
            </Link>
          </li>
          <li>
            <Link to={homeAnchorHref('advantages')} onClick={onClick} className={linkClass}>
              Avantages
            </Link>
          </li>
        </>
      ) : (
        <li>
          <Link to={paths.home.href()} onClick={onClick} className={linkClass}>
            Accueil
          </Link>
        </li>
      )}
      <li>
        <NavLink to={paths.services.href()} onClick={onClick} className={linkClass}>
          Services
        </NavLink>
      </li>
      <li>
        <NavLink to={paths.streetView.href()} onClick={onClick} className={linkClass}>
          Street View
        </NavLink>
      </li>
      <li>
        <NavLink to={paths.municipalities.href()} onClick={onClick} className={linkClass}>
          Pour les municipalités
        </NavLink>
      </li>
      {siteConfig.showsEstimate && (
        <li>
          <NavLink to={paths.estimate.href()} onClick={onClick} className={linkClass}>
            Estimer
            <span className="lg:sr-only xl:not-sr-only">&nbsp;mon projet</span>
          </NavLink>
        </li>
      )}
    </>
  );
}

function Logo({ onClick }: { onClick?: () => void }) {
  return (
    <Link to={paths.home.href()} onClick={onClick} className="flex min-h-11 min-w-0 items-center gap-2.5">
      <Brand />
    </Link>
  );
}

/** The fixed header: dark over the picture of the home page, whose sky may be white, solid everywhere else. */
export function SiteHeader() {
  const { pathname } = useLocation();
  const menu = useRef<HTMLDialogElement>(null);
  const scrolled = useScrolled();
  const onHome = pathname === paths.home.path;
  const overPicture = onHome && !scrolled;
  const closeMenu = () => menu.current?.close();

  return (
    <header
      className={`fixed inset-x-0 top-0 z-40 print:hidden border-b transition-colors duration-300 ${
        overPicture ? 'on-dark border-transparent bg-ink/75 text-white' : 'border-line bg-paper text-ink'
      }`}
    >
      <div className="mx-auto flex h-[4.5rem] max-w-7xl items-center justify-between gap-6 px-5 sm:px-8">
        <Logo onClick={onHome ? () => window.scrollTo(0, 0) : undefined} />

        <nav aria-label="Principale" className="hidden shrink-0 lg:block">
          <ul className="flex items-center gap-5 xl:gap-8">
            <Links onHome={onHome} />
            <li>
              <Link
                to={paths.quoteRequest.href()}
                className={buttonClass({ variant: overPicture ? 'outline' : 'primary' })}
              >
                Nous Contacter
              </Link>
            </li>
          </ul>
        </nav>

        <button
          type="button"
          aria-label="Ouvrir le menu"
          aria-haspopup="dialog"
          onClick={() => menu.current?.showModal()}
          className="-mr-2 inline-flex size-11 shrink-0 items-center justify-center rounded-full lg:hidden"
        >
          <Menu aria-hidden="true" className="size-6" />
        </button>
      </div>

      {/* A native modal dialog: focus stays inside, Escape closes it, focus returns to the button. */}
      <dialog
        ref={menu}
        aria-label="Menu"
        className="on-dark m-0 h-dvh overflow-x-hidden max-h-none w-full max-w-none overscroll-contain bg-lake px-5 text-white open:flex open:flex-col"
      >
        <div className="flex h-[4.5rem] shrink-0 items-center justify-between">
          <Logo onClick={closeMenu} />
          <button
            type="button"
            aria-label="Fermer le menu"
            onClick={closeMenu}
            className="-mr-2 inline-flex size-11 items-center justify-center rounded-full"
          >
            <X aria-hidden="true" className="size-6" />
          </button>
        </div>
        <nav aria-label="Menu principal" className="mt-8">
          <ul className="flex flex-col gap-3 font-display text-3xl">
            <Links onHome={onHome} onClick={closeMenu} />
            <li className="mt-5">
              <Link
                to={paths.quoteRequest.href()}
                onClick={closeMenu}
                className={buttonClass({ variant: 'accent', className: 'font-sans' })}
              >
                Nous Contacter
              </Link>
            </li>
          </ul>
        </nav>
        <DegreeRing className="-right-32 -bottom-32 size-96 text-white/25" />
      </dialog>
    </header>
  );
}
