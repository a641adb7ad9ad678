import { paths } from '@/shared/lib/admin-paths';
import { api } from '@/shared/lib/site-config';
import { firstRows, firstRowsPath, rolePath } from './data/first-rows';
import type { PrefetchedResponses } from './lib/prefetched-responses';
import { storedSession } from './lib/stored-session';

/**
 * Runs before the other scripts of the back office, in the built site only: requests the user's role, then, for a
 * member of the team, the first rows of the list at this address. The data layer takes the responses by their address
 * (lib/prefetched-responses.ts) and sends what is missing itself. A user without a role requests no list.
 */
const lists: Record<string, Parameters<typeof firstRowsPath>[0]> = {
  [paths.admin.contacts.path]: firstRows.contacts,
  [paths.admin.tours.path]: firstRows.tours,
  [paths.admin.organisations.path]: firstRows.organisations,
  [paths.admin.municipalities.path]: firstRows.municipalities,
};

const session = storedSession();
if (session) {
  const { access_token: token, user } = session;
  const responses: PrefetchedResponses = new Map();
  globalThis.prefetchedResponses = responses;
  const send = (path: string, headers?: Record<string, string>) => {
    const url = `${api.url}/rest/v1/${path}`;
    const response = fetch(url, {
      headers: { ...headers, apikey: api.key, Authorization: `Bearer ${token}` },
    }).then(
      (received) => (received.ok ? received : undefined),
      () => undefined,
    );
    responses.set(url, { token, response });
    return response;
  };
  const role = await send(rolePath(user.id));
  const list = lists[window.location.pathname];
  const isMember = list && role && ((await role.clone().json()) as unknown[]).length > 0;
  if (isMember) send(firstRowsPath(list), { Prefer: 'count=exact' });
}
