import { makeDemoAuthority, serveDemoAuthority } from './demo-authority.ts';

type Row = { authorities: string[] };

/**
 * Starts a time stamping authority on this machine alone, and names it in the settings as long as nobody has named another
 * one: seals of the demonstration are stamped without any outside service. Its certificates are new at each start, so
 * each of its stamps holds them all.
 */
export async function startDemoAuthority(api: {
  url: string;
  secretKey: string;
}): Promise<{ close: () => Promise<void> }> {
  const authority = await makeDemoAuthority({ withRoot: true });
  const server = await serveDemoAuthority(authority);
  const headers = {
    ...{ apikey: api.secretKey, authorization: `Bearer ${api.secretKey}` },
    'content-type': 'application/json',
  };
  const address = `${api.url}/rest/v1/evidence_settings?id=eq.1`;
  const answer = await fetch(`${address}&select=authorities`, { headers });
  const [stored] = (await answer.json()) as Row[];
  if (stored?.authorities.every((one) => one.startsWith('http://127.0.0.1:'))) {
    await fetch(address, {
      method: 'PATCH',
      headers: { ...headers, prefer: 'return=minimal' },
      body: JSON.stringify({ authorities: [server.url] }),
    });
  }
  return { close: server.close };
}
