import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { Spinner } from '@/shared/ui/spinner';
import { session } from './data/session/session';
import { signInHref } from './lib/return-address';

/**
 * Lets administrators through and sends everyone else to the sign-in page, which leads back here. Nothing below it is rendered,
 * so no private request leaves the browser, before the role is known. The database decides again on each query.
 */
export function RequireAdmin() {
  const { pathname, search, hash } = useLocation();
  const current = useQuery(session.current());
  const userId = current.data?.user.id;
  const role = useQuery({ ...session.isAdmin(userId ?? ''), enabled: userId !== undefined });

  if (current.isPending || (userId !== undefined && role.isPending)) {
    return <Spinner label="Vérification de vos accès…" />;
  }
  if (role.data !== true || userId === undefined) {
    return <Navigate to={signInHref(pathname + search + hash)} replace />;
  }
  return <Outlet />;
}
