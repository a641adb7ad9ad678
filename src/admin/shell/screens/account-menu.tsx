import { useQuery } from '@tanstack/react-query';
import { CircleHelp, CircleUserRound, ExternalLink, Keyboard, LogOut, ShieldCheck } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { session } from '@/admin/account/data/session';
import { accountPaths } from '@/admin/account/paths';
import { paths } from '@/shared/lib/paths';

const lineClass =
  'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-left text-[0.95rem] hover:bg-mist aria-disabled:opacity-60';

type Props = {
  /** The page of the guide about this screen. */
  helpHref: string;
  onShowKeys: () => void;
  onSignOut: () => void;
  isSigningOut: boolean;
};

/** The signed-in person and their own actions. It is a native popover: it closes on Escape and on a click outside. */
export function AccountMenu({ helpHref, onShowKeys, onSignOut, isSigningOut }: Props) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const { data } = useQuery(session.current());
  const email = data?.user.email ?? '';
  // Some browsers of the tests have no popover.
  const close = () => panel.current?.hidePopover?.();
  const line = (label: string, icon: ReactNode) => (
    <>
      {icon}
      {label}
    </>
  );
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label="Mon compte"
        title={email || 'Mon compte'}
        className="inline-flex size-10 shrink-0 items-center justify-center rounded-full hover:bg-white/10"
      >
        <CircleUserRound aria-hidden="true" className="size-5.5" />
      </button>
      <section
        ref={panel}
        id={id}
        popover="auto"
        aria-label="Mon compte"
        className="fixed inset-auto top-13 right-2 m-0 w-72 max-w-[calc(100vw-1rem)] rounded-xl border border-line bg-paper p-2 text-ink shadow-xl"
      >
        <p className="border-b border-line px-3 pt-1 pb-2.5 text-sm [overflow-wrap:anywhere]">
          <span className="block text-slate">Compte connecté</span>
          <span className="font-semibold">{email}</span>
        </p>
        <ul className="pt-1.5">
          <li>
            <Link to={accountPaths.security.href()} onClick={close} className={lineClass}>
              {line('Sécurité du compte', <ShieldCheck aria-hidden="true" className="size-4.5 text-slate" />)}
            </Link>
          </li>
          <li className="sm:hidden">
            <a href={paths.home.href()} className={lineClass}>
              {line('Voir le site', <ExternalLink aria-hidden="true" className="size-4.5 text-slate" />)}
            </a>
          </li>
          <li>
            <Link to={helpHref} onClick={close} className={lineClass}>
              {line('Aide', <CircleHelp aria-hidden="true" className="size-4.5 text-slate" />)}
            </Link>
          </li>
          <li>
            <button
              type="button"
              className={lineClass}
              onClick={() => {
                close();
                onShowKeys();
              }}
            >
              {line('Raccourcis clavier', <Keyboard aria-hidden="true" className="size-4.5 text-slate" />)}
            </button>
          </li>
          <li>
            <button
              type="button"
              aria-disabled={isSigningOut || undefined}
              aria-busy={isSigningOut || undefined}
              className={lineClass}
              onClick={() => {
                if (isSigningOut) return;
                close();
                onSignOut();
              }}
            >
              {line('Déconnexion', <LogOut aria-hidden="true" className="size-4.5 text-slate" />)}
            </button>
          </li>
        </ul>
      </section>
    </>
  );
}
