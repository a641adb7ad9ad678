import { z } from 'zod';
import { readLinks } from '../_shared/campaign/links.ts';
import type { Handler } from '../_shared/create-handler.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { toFunctionError } from '../_shared/errors.ts';
import { serviceApi } from '../_shared/service-api.ts';

const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

/**
 * Handles one-click unsubscribe, the URL of a message's `List-Unsubscribe` header (RFC 8058), `?jeton=…`. POST
 * answers 200 without a body; 400 without a token, 404 for an unknown one, 503 for the mail program to retry. Link
 * scanners follow every link: any other method changes nothing, and GET redirects to the page that asks for a
 * confirmation.
 */
export const handler: Handler = async (request, dependencies) => {
  const token = new URL(request.url).searchParams.get('jeton') ?? '';
  try {
    if (request.method === 'POST') return await unsubscribe(dependencies, token);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return answer(405, { allow: 'GET, HEAD, POST' });
    }
    const page = new URL(`${readLinks(dependencies.env).siteUrl}/desabonnement`);
    if (token) page.searchParams.set('jeton', token);
    return answer(303, { location: page.href });
  } catch (thrown) {
    const requestId = crypto.randomUUID();
    const { status, code, detail } = toFunctionError(thrown, requestId);
    dependencies.log({ function: 'unsubscribe', requestId, status, code, ms: 0, detail });
    return answer(status);
  }
};

async function unsubscribe(dependencies: Dependencies, token: string): Promise<Response> {
  // The link of a test message unsubscribes nobody.
  if (token === 'essai') return answer(200);
  if (!z.guid().safeParse(token).success) return answer(400);
  const isKnown = await serviceApi(dependencies).call('unsubscribe', { token });
  return answer(isKnown === true ? 200 : 404);
}

const answer = (status: number, more: Record<string, string> = {}) =>
  new Response(null, { status, headers: { ...headers, ...more } });
