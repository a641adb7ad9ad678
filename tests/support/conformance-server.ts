import { createServer } from 'node:http';
import { systemClock } from '../../supabase/functions/_shared/dependencies.ts';
import { handler } from '../../supabase/functions/assistant/handler.ts';

const key = `t360_${'a'.repeat(64)}`;

/**
 * Serves the function of the assistant at an address of this machine, for a program that gives no key: it is added here. Its
 * database knows the key and answers nothing.
 */
export async function startConformanceServer(): Promise<{ url: string; close: () => void }> {
  const dependencies: Parameters<typeof handler>[1] = {
    fetch: async (url) =>
      Response.json(
        url.endsWith('/open_assistant_call') ? { call: null, owner: key } : { answer: [], rows: 0 },
      ),
    env: (name) =>
      ({ SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_SECRET_KEY: 'sb_secret_x', SITE_URL: origin() })[name],
    clock: systemClock,
    log: () => undefined,
    net: {
      resolve: () => Promise.reject(new Error('no name')),
      connect: () => Promise.reject(new Error('no socket')),
    },
    keepAlive: () => undefined,
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = new Headers({ authorization: `Bearer ${key}` });
    for (const [name, value] of Object.entries(request.headers))
      if (value !== undefined && name !== 'content-length') headers.set(name, String(value));
    const body = chunks.length ? Buffer.concat(chunks) : undefined;
    const init = { method: request.method ?? 'GET', headers, ...(body && { body }) };
    const answer = await handler(new Request(`${origin()}${request.url}`, init), dependencies);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = () => `http://localhost:${(server.address() as { port: number }).port}`;
  return { url: `${origin()}/mcp`, close: () => server.close() };
}
