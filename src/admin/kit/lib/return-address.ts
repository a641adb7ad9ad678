import { paths } from '@/shared/lib/paths';

/** Parameter of the sign-in page with the address that the person wanted. */
const PARAMETER = 'suite';

const dashboard = paths.admin.href();

/** Returns the address of the sign-in page, which leads on to `wanted` (path, search and hash) once signed in. */
export function signInHref(wanted: string): string {
  const query = wanted === dashboard ? '' : `?${new URLSearchParams({ [PARAMETER]: wanted })}`;
  return paths.auth.href() + query;
}

/** Parameter of the sign-in page with the token of an invitation. */
const INVITATION = 'invitation';

/** Reads the token of an invitation from the sign-in page's query string; '' without one. */
export const invitationToken = (search: string): string => new URLSearchParams(search).get(INVITATION) ?? '';

/** Returns the address of an invitation's link. */
export const invitationHref = (token: string): string =>
  `${paths.auth.href()}?${new URLSearchParams({ [INVITATION]: token })}`;

/**
 * Reads the address to open after signing in from the sign-in page's query string: a screen of this back office, else
 * the dashboard. Anyone can write that query string into a link, so it is validated.
 */
export function returnAddress(search: string): string {
  const wanted = new URLSearchParams(search).get(PARAMETER) ?? '';
  const { origin } = window.location;
  if (!wanted.startsWith('/') || !URL.canParse(wanted, origin)) return dashboard;
  const url = new URL(wanted, origin);
  const isOurs = url.origin === origin && `${url.pathname}/`.startsWith(`${dashboard}/`);
  return isOurs ? url.pathname + url.search + url.hash : dashboard;
}
