import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { ReadOnlyContext } from '@/shared/lib/read-only';
import { Spinner } from '@/shared/ui/spinner';
import { session } from './account/data/session';
import { signInHref } from './kit/lib/return-address';
import { identityCheck, signInAgain } from './kit/lib/sign-in-again';
import { followUnsavedText, hasUnsavedText } from './kit/lib/unsaved-text';

const SignInAgain = lazy(async () => ({
  default: (await import('./account/screens/sign-in-again')).SignInAgain,
}));

const ConfirmIdentity = lazy(async () => ({
  default: (await import('./account/screens/confirm-identity')).ConfirmIdentity,
}));

/**
 * Lets team members through, readers without write actions, and sends everyone else to the sign-in page, which leads
 * back here. Nothing below it is rendered, so no private request leaves the browser, before the role is known. The
 * database checks again on each query.
 *
 * When the session ends under a form with unsaved text, the page stays, and a dialog over it asks the same person to
 * sign in again; another person starts afresh. Another dialog asks for a proof before what cannot be undone.
 */
export function RequireAdmin() {
  const { pathname, search, hash } = useLocation();
  const current = useQuery(session.current());
  const isAsked = useSyncExternalStore(signInAgain.subscribe, signInAgain.isAsked);
  const isDoubted = useSyncExternalStore(identityCheck.subscribe, identityCheck.isAsked);
  const [known, setKnown] = useState<{ id: string; email: string }>();
  const isUnsaved = useSyncExternalStore(followUnsavedText, hasUnsavedText);
  const isLost = known !== undefined && current.data === null && isUnsaved;
  const userId = current.data?.user.id ?? (isLost ? known.id : undefined);
  const role = useQuery({ ...session.role(userId ?? ''), enabled: userId !== undefined && !isLost });

  if (current.isPending || (userId !== undefined && role.isPending)) {
    return <Spinner label="Vérification de vos accès…" />;
  }
  if (!role.data || userId === undefined) {
    return <Navigate to={signInHref(pathname + search + hash)} replace />;
  }
  if (known?.id !== userId) setKnown({ id: userId, email: current.data?.user.email ?? '' });
  return (
    <>
      <ReadOnlyContext value={role.data === 'reader'}>
        <Outlet key={userId} />
      </ReadOnlyContext>
      {(isLost || isAsked) && (
        <Suspense>
          <SignInAgain email={known?.email ?? ''} />
        </Suspense>
      )}
      {isDoubted && (
        <Suspense>
          <ConfirmIdentity email={known?.email ?? ''} />
        </Suspense>
      )}
    </>
  );
}
