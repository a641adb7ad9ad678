/** The project's address and its publishable key. */
export type Api = { url: string; key: string };

const TIMEOUT_MS = 10_000;

/**
 * Calls a database function without argument, as a visitor; the answer is unchecked JSON.
 *
 * @throws Error with a French message for an unsuccessful answer; the error of `fetch` when none came
 */
export async function askDatabase(api: Api, name: string, ask: typeof fetch): Promise<unknown> {
  const answer = await ask(`${api.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: api.key, 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`réponse ${answer.status}`);
  return answer.json();
}
