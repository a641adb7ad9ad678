import { paths } from '@/shared/lib/admin-paths';

/** The parameter of the sign-in page's address that says where the person wanted to go. */
const PARAMETER = 'suite';

const dashboard = paths.admin.dashboard.href();

/** The address of the sign-in page, which leads on to `wanted` (path, search and hash) once signed in. */
export function signInHref(wanted: string): string {
  const query = wanted === dashboard ? '' : `?${new URLSearchParams({ [PARAMETER]: wanted })}`;
  return paths.auth.href() + query;
}

/** The parameter of the sign-in page's address that holds the token of an invitation. */
const INVITATION = 'invitation';

/** The token of the invitation whose link led to the sign-in page, by its query string; '' without one. */
export const invitationToken = (search: string): string => new URLSearchParams(search).get(INVITATION) ?? '';

/** The address of the link of an invitation. */
export const invitationHref = (token: string): string =>
  `${paths.auth.href()}?${new URLSearchParams({ [INVITATION]: token })}`;

/**
 * Where to go after signing in, by the query string of the sign-in page: a screen of the back office of this very site,
 * else the dashboard. Anyone can write that query string into a link, so nothing in it is believed.
 */
export function returnAddress(search: string): string {
  const wanted = new URLSearchParams(search).get(PARAMETER) ?? '';
  const { origin } = window.location;
  if (!wanted.startsWith('/') || !URL.canParse(wanted, origin)) return dashboard;
  const url = new URL(wanted, origin);
  const isOurs = url.origin === origin && `${url.pathname}/`.startsWith(`${dashboard}/`);
  return isOurs ? url.pathname + url.search + url.hash : dashboard;
}
