import { useMutation, useQuery } from '@tanstack/react-query';
import {
  Contact,
  Images,
  Inbox,
  LayoutDashboard,
  LogOut,
  MailCheck,
  Menu,
  NotebookPen,
  Route,
  Settings,
  Tags,
  X,
} from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { NavLink, Outlet, ScrollRestoration, useMatches, useNavigate } from 'react-router-dom';
import { paths } from '@/shared/lib/admin-paths';
import { siteConfig } from '@/shared/lib/site-config';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import { Button } from '@/shared/ui/button';
import { quoteRequests } from './data/quote-requests/quote-requests';
import { session } from './data/session/session';
import { forgetUnsavedText, hasUnsavedText, SAVED } from './lib/unsaved-text';
import { ConfirmDialog } from './ui/confirm-dialog';

const { admin } = paths;

const sections = [
  { to: admin.dashboard.href(), label: 'Dashboard', Icon: LayoutDashboard, end: true },
  { to: admin.quotes.href(), label: 'Soumissions', Icon: Inbox },
  { to: admin.tours.href(), label: 'Visites virtuelles', Icon: Images },
  { to: admin.tags.href(), label: 'Gestion des tags', Icon: Tags },
  { to: admin.tripPlans.href(), label: 'Déplacements', Icon: Route },
  { to: admin.contacts.href(), label: 'Contacts', Icon: Contact },
  { to: admin.emailTemplates.href(), label: 'Templates emails', Icon: NotebookPen },
  { to: admin.campaigns.href(), label: 'Campagnes', Icon: MailCheck },
  { to: admin.settings.href(), label: 'Paramètres', Icon: Settings },
];

function Sections({ onChoose }: { onChoose?: () => void }) {
  const unreadId = useId();
  return (
    <ul className="space-y-1">
      {sections.map(({ to, label, Icon, end = false }) => (
        <li key={to} className="relative">
          <NavLink
            to={to}
            end={end}
            onClick={onChoose}
            aria-describedby={to === admin.quotes.href() ? unreadId : undefined}
            className="flex min-h-10 items-center gap-3 rounded-lg px-3 text-[0.95rem] font-medium text-ink hover:bg-mist aria-[current=page]:bg-spruce aria-[current=page]:text-white"
          >
            <Icon aria-hidden="true" className="size-[1.15rem] shrink-0" />
            {label}
          </NavLink>
          {to === admin.quotes.href() && <UnreadQuotes id={unreadId} />}
        </li>
      ))}
    </ul>
  );
}

/** How many quote requests nobody has taken up. Beside the link, so that the link keeps its name; it describes it. */
function UnreadQuotes({ id }: { id: string }) {
  const { data: count = 0 } = useQuery(quoteRequests.unread());
  if (count === 0) return null;
  return (
    <span
      id={id}
      className="pointer-events-none absolute top-1/2 right-2 min-w-6 -translate-y-1/2 rounded-full bg-sumac px-1.5 text-center text-sm font-semibold text-white tabular-nums"
    >
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {count > 1 ? 'nouvelles demandes' : 'nouvelle demande'}</span>
    </span>
  );
}

/** The back office's frame: header with sign-out, sidebar (a drawer on small screens), and the screen. */
export function AdminLayout() {
  const drawer = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const signOut = useMutation(session.signOut());
  const [isAsking, setIsAsking] = useState(false);
  const leave = () => {
    const takeBack = forgetUnsavedText();
    // Whoever leaves on purpose is not led back to this screen; by then the session's end has unmounted it.
    signOut
      .mutateAsync()
      .then(() => navigate(paths.auth.href(), { state: SAVED, replace: true }), takeBack)
      .finally(() => setIsAsking(false));
  };
  const closeDrawer = () => drawer.current?.close();
  const isWide = useMatches().some(({ handle }) => (handle as { wide?: boolean } | undefined)?.wide);

  return (
    <div className="min-h-dvh bg-mist">
      <a
        href="#contenu"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-full focus:bg-paper focus:px-4 focus:py-2"
      >
        Aller au contenu
      </a>
      <header className="on-dark sticky top-0 z-30 flex h-14 items-center gap-3 bg-lake px-4 text-white">
        <button
          type="button"
          className="inline-flex size-10 items-center justify-center rounded-full hover:bg-white/10 lg:hidden"
          aria-label="Ouvrir le menu"
          aria-haspopup="dialog"
          onClick={() => drawer.current?.showModal()}
        >
          <Menu aria-hidden="true" className="size-5" />
        </button>
        <AzimuthRing className="hidden size-7 shrink-0 sm:block" />
        <p className="truncate font-display font-semibold">
          {siteConfig.name}
          <span className="hidden font-normal sm:inline"> · Administration</span>
        </p>
        <a
          href={paths.home.href()}
          className="ml-auto hidden text-sm underline-offset-4 hover:underline sm:block"
        >
          Voir le site
        </a>
        <Button
          variant="outline"
          size="sm"
          className="ml-auto shrink-0 sm:ml-0"
          pending={signOut.isPending}
          onClick={() => (hasUnsavedText() ? setIsAsking(true) : leave())}
        >
          <LogOut aria-hidden="true" className="size-4" />
          Déconnexion
        </Button>
      </header>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Se déconnecter sans enregistrer?"
        description="Les modifications de cette page n’ont pas été enregistrées et seront perdues."
        confirmLabel="Se déconnecter sans enregistrer"
        cancelLabel="Continuer la saisie"
        pending={signOut.isPending}
        onConfirm={leave}
      />

      <dialog
        ref={drawer}
        aria-label="Menu"
        className="m-0 h-dvh max-h-none w-72 max-w-[85vw] bg-paper p-4 backdrop:bg-ink/50"
      >
        <button
          type="button"
          className="mb-3 ml-auto flex size-10 items-center justify-center rounded-full hover:bg-mist"
          aria-label="Fermer le menu"
          onClick={closeDrawer}
        >
          <X aria-hidden="true" className="size-5" />
        </button>
        <nav aria-label="Sections de l’administration">
          <Sections onChoose={closeDrawer} />
        </nav>
      </dialog>

      <div className="lg:flex">
        <nav
          aria-label="Sections de l’administration"
          className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] w-60 shrink-0 overflow-y-auto border-r border-line bg-paper p-3 lg:block"
        >
          <Sections />
        </nav>
        <main
          id="contenu"
          tabIndex={-1}
          className={`mx-auto w-full min-w-0 px-4 py-6 outline-none sm:px-8 ${isWide ? '' : 'max-w-7xl'}`}
        >
          <Outlet />
        </main>
      </div>
      <ScrollRestoration />
    </div>
  );
}
