import type { Handler } from '../_shared/create-handler.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { FunctionError, toFunctionError } from '../_shared/errors.ts';
import { serviceApi } from '../_shared/service-api.ts';
import { readSetting, siteUrls } from '../_shared/settings.ts';
import { feedSchema, writeCalendar } from './calendar.ts';

const headers = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

/**
 * Serves a person's private calendar, `?jeton=…`, for calendar programs, which have no account here. The token alone
 * opens it, for reading only: 404 for one that is unknown or revoked, 429 for one that is read too often.
 */
export const handler: Handler = async (request, dependencies) => {
  const isHead = request.method === 'HEAD';
  if (!isHead && request.method !== 'GET') return answer(405, null, { allow: 'GET, HEAD' });
  try {
    const calendar = await readFeed(dependencies, new URL(request.url).searchParams.get('jeton') ?? '');
    return answer(200, isHead ? null : calendar, {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="territoire-360.ics"',
    });
  } catch (thrown) {
    const requestId = crypto.randomUUID();
    const { status, code, detail } = toFunctionError(thrown, requestId);
    if (status >= 500)
      dependencies.log({ function: 'calendar-feed', requestId, status, code, ms: 0, detail });
    return answer(status);
  }
};

async function readFeed(dependencies: Dependencies, token: string): Promise<string> {
  const unknown = new FunctionError(404, 'not_found', 'Cette adresse ne mène à aucun agenda.');
  // The format of create_calendar_feed's tokens.
  if (!/^[0-9a-f]{64}$/.test(token)) throw unknown;
  const feed = await serviceApi(dependencies).call('calendar_feed', { token });
  if (feed === null) throw unknown;
  return writeCalendar(feedSchema.parse(feed), {
    name: readSetting(dependencies.env, 'SITE_NAME') ?? 'Territoire 360',
    url: siteUrls(dependencies.env)[0] ?? '',
  });
}

const answer = (status: number, body: string | null = null, more: Record<string, string> = {}) =>
  new Response(body, { status, headers: { ...headers, ...more } });
