import { useMutation } from '@tanstack/react-query';
import { CircleHelp, ExternalLink, Menu, PanelLeftClose, PanelLeftOpen, Search, X } from 'lucide-react';
import { lazy, Suspense, startTransition, useEffect, useRef, useState } from 'react';
import {
  Link,
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigate,
  useNavigationType,
} from 'react-router-dom';
import { paths } from '@/shared/lib/paths';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { scrollToAnchor } from '@/shared/lib/scroll-to-anchor';
import { siteConfig } from '@/shared/lib/site-config';
import { afterFirstInput } from '@/shared/lib/when-idle';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import { session } from './account/data/session';
import { isAnythingKept } from './kit/lib/outbox';
import { useSubjects } from './kit/lib/subject';
import { forgetUnsavedText, hasUnsavedText, SAVED_STATE } from './kit/lib/unsaved-text';
import { ConfirmDialog } from './kit/ui/confirm-dialog';
import { focusScreen } from './kit/ui/dialog';
import { AccountMenu } from './shell/screens/account-menu';
import { guideHref } from './shell/screens/guide-pages';
import { HeldBanner } from './shell/screens/held-banner';
import { MenuSections } from './shell/screens/menu';
import { OfflineBanner, OfflineGate } from './shell/screens/offline';
import { useShellKeys } from './shell/screens/use-shell-keys';

const loadPalette = () => import('./shell/screens/palette');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const KeysDialog = lazy(async () => ({ default: (await import('./shell/screens/keys-dialog')).KeysDialog }));

const headerButton =
  'inline-flex size-10 shrink-0 items-center justify-center rounded-full hover:bg-white/10';

/** Key of the menu's width in this browser. */
const NARROW_MENU_KEY = 'menu-reduit';

/** Tells whether the screen uses the whole width, like lists: `handle: { wide: true }` of its route. */
const useIsWide = () =>
  useMatches().some(({ handle }) => (handle as { wide?: boolean } | undefined)?.wide === true);

/** The back office's frame: header, menu (a drawer on small screens), palette, and the screen. */
export function AdminLayout() {
  const drawer = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const signOut = useMutation(session.signOut());
  const isReadOnly = useIsReadOnly();
  const [isAsking, setIsAsking] = useState(false);
  const [open, setOpen] = useState<'palette' | 'keys'>();
  const show = async (dialog: 'palette' | 'keys') => {
    // Elements outside of the full-screen element are neither visible nor focusable.
    if (document.fullscreenElement) await document.exitFullscreen().catch(() => {});
    // In a transition: once React has shown a boundary without its content, it delays the content for 300 ms.
    startTransition(() => setOpen(dialog));
  };
  const [isNarrow, setIsNarrow] = useState(() => localStorage.getItem(NARROW_MENU_KEY) !== null);
  const isWide = useIsWide();
  const { pathname, hash, key } = useLocation();
  const helpHref = guideHref(useSubjects(), pathname);
  useShellKeys({ onPalette: () => show('palette'), onHelp: () => show('keys') });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to the same part may be followed twice
  useEffect(() => (hash ? scrollToAnchor(hash) : undefined), [key, hash]);
  const isBack = useNavigationType() === 'POP';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the kind of navigation matters only when it happens
  useEffect(() => {
    // Moves the focus from the menu, or from a link of the previous screen, to the new screen; a dialog that
    // opened with it keeps the focus.
    if (!isBack && !document.activeElement?.closest('[role=dialog], [role=alertdialog]')) focusScreen();
  }, [pathname]);
  // Prefetched, so that it opens within a frame; a failure now is reported when it is opened.
  useEffect(() => afterFirstInput(() => void loadPalette().catch(() => {})), []);
  // So that what is said without a line stands in the header too, and not over what is pressed.
  useEffect(() => afterFirstInput(() => void import('@/shared/ui/toasts').catch(() => {})), []);

  const leave = () => {
    const takeBack = forgetUnsavedText();
    // A person who signed out on purpose is not returned to this screen; the end of the session has unmounted
    // it already.
    signOut
      .mutateAsync()
      .then(() => navigate(paths.auth.href(), { state: SAVED_STATE, replace: true }), takeBack)
      .finally(() => setIsAsking(false));
  };
  const closeDrawer = () => drawer.current?.close();
  const resizeMenu = () => {
    if (isNarrow) localStorage.removeItem(NARROW_MENU_KEY);
    else localStorage.setItem(NARROW_MENU_KEY, 'oui');
    setIsNarrow(!isNarrow);
  };

  return (
    <div className="min-h-dvh bg-mist">
      <a
        href="#contenu"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-full focus:bg-paper focus:px-4 focus:py-2"
      >
        Aller au contenu
      </a>
      <header className="on-dark sticky top-0 z-30 flex h-14 items-center gap-1 bg-lake px-3 text-white sm:gap-2 sm:px-4">
        <button
          type="button"
          className={`${headerButton} lg:hidden`}
          aria-label="Ouvrir le menu"
          aria-haspopup="dialog"
          onClick={() => drawer.current?.showModal()}
        >
          <Menu aria-hidden="true" className="size-5" />
        </button>
        <AzimuthRing className="hidden size-7 shrink-0 sm:block" />
        <p
          // The region displays notices, and is not a control.
          data-notices=""
          className="ml-1 h-14 min-w-0 grow truncate font-display leading-14 font-semibold"
        >
          {siteConfig.name}
          <span className="hidden font-normal sm:inline"> · Administration</span>
        </p>
        <button
          type="button"
          aria-keyshortcuts="Control+K"
          aria-haspopup="dialog"
          title="Rechercher partout (Ctrl + K)"
          onClick={() => show('palette')}
          className={`${headerButton} md:w-64 md:justify-start md:gap-2.5 md:border md:border-white/40 md:px-3.5 md:text-sm`}
        >
          <Search aria-hidden="true" className="size-5 shrink-0 md:size-4" />
          <span className="grow text-left max-md:sr-only">
            Rechercher <span className="sr-only">partout</span>
          </span>
          <span aria-hidden="true" className="hidden text-xs md:inline">
            Ctrl K
          </span>
        </button>
        <a
          href={paths.home.href()}
          aria-label="Voir le site"
          title="Voir le site"
          className={`${headerButton} max-sm:hidden`}
        >
          <ExternalLink aria-hidden="true" className="size-5" />
        </a>
        <Link to={helpHref} aria-label="Aide" title="Aide" className={`${headerButton} max-sm:hidden`}>
          <CircleHelp aria-hidden="true" className="size-5" />
        </Link>
        <AccountMenu
          helpHref={helpHref}
          onShowKeys={() => show('keys')}
          onSignOut={() => (hasUnsavedText() || isAnythingKept() ? setIsAsking(true) : leave())}
          isSigningOut={signOut.isPending}
        />
      </header>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Se déconnecter sans enregistrer?"
        description={
          hasUnsavedText()
            ? 'Les modifications de cette page n’ont pas été enregistrées et seront perdues.'
            : 'Des échanges ou des photos gardés sur cet appareil ne sont pas encore partis et seront perdus.'
        }
        confirmLabel="Se déconnecter sans enregistrer"
        cancelLabel="Continuer la saisie"
        pending={signOut.isPending}
        onConfirm={leave}
      />
      <Suspense>
        {open === 'palette' && <Palette onClose={() => setOpen(undefined)} />}
        {open === 'keys' && <KeysDialog onClose={() => setOpen(undefined)} />}
      </Suspense>

      <dialog
        ref={drawer}
        aria-label="Menu"
        className="m-0 h-dvh max-h-none w-72 max-w-[85vw] bg-paper p-4 pb-[max(1rem,env(safe-area-inset-bottom))] pl-[max(1rem,env(safe-area-inset-left))] backdrop:bg-ink/50"
      >
        <button
          type="button"
          className="mb-1 ml-auto flex size-10 items-center justify-center rounded-full hover:bg-mist"
          aria-label="Fermer le menu"
          onClick={closeDrawer}
        >
          <X aria-hidden="true" className="size-5" />
        </button>
        <nav aria-label="Sections de l’administration">
          <MenuSections onChoose={closeDrawer} />
        </nav>
      </dialog>

      <div className="lg:flex">
        <nav
          aria-label="Sections de l’administration"
          className={`sticky top-14 hidden h-[calc(100dvh-3.5rem)] shrink-0 flex-col overflow-y-auto border-r border-line bg-paper p-3 lg:flex ${
            isNarrow ? 'w-17' : 'w-56'
          }`}
        >
          <MenuSections isNarrow={isNarrow} />
          <button
            type="button"
            aria-expanded={!isNarrow}
            onClick={resizeMenu}
            {...(isNarrow && { title: 'Agrandir le menu' })}
            className={`mt-auto flex min-h-10 shrink-0 items-center rounded-lg text-sm text-slate hover:bg-mist hover:text-ink ${
              isNarrow ? 'justify-center' : 'gap-3 px-3'
            }`}
          >
            {isNarrow ? (
              <PanelLeftOpen aria-hidden="true" className="size-4.5" />
            ) : (
              <PanelLeftClose aria-hidden="true" className="size-4.5" />
            )}
            <span className={isNarrow ? 'sr-only' : ''}>
              {isNarrow ? 'Agrandir le menu' : 'Réduire le menu'}
            </span>
          </button>
        </nav>
        <main
          id="contenu"
          tabIndex={-1}
          className={`w-full min-w-0 px-4 py-6 outline-none max-sm:pt-2 sm:px-8 ${isWide ? '' : 'mx-auto max-w-7xl'}`}
        >
          {isReadOnly && (
            <p className="mb-5 rounded-xl bg-amber-pale px-4 py-3 text-amber-ink">
              <strong>Lecture seule.</strong> Vous pouvez tout consulter; un administrateur peut faire les
              changements.
            </p>
          )}
          <OfflineBanner />
          <HeldBanner />
          <OfflineGate>
            <Outlet />
          </OfflineGate>
        </main>
      </div>
      <ScrollRestoration />
    </div>
  );
}
