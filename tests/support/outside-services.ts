import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Objects of OpenStreetMap returned around any place; the first one has a website and no address. */
const inns = [
  { id: 1, name: 'Auberge des Caps', tourism: 'hotel', website: true },
  {
    id: 2,
    name: 'Hôtel du Quai',
    tourism: 'hotel',
    email: 'bonjour@hotelduquai.qc.ca',
    phone: '+1 418 555 0151',
  },
  { id: 3, name: 'Musée des Goélettes', tourism: 'museum', phone: '418-555-0152' },
  { id: 4, name: 'Camping de la Batture', tourism: 'camp_site' },
];

const home =
  '<!DOCTYPE html><html lang="fr"><h1>Auberge des Caps</h1><a href="/contact">Nous joindre</a></html>';
const contact = `<!DOCTYPE html><html lang="fr"><h1>Nous joindre</h1>
  <p>Courriel : info (arobase) aubergedescaps.qc.ca<br>Téléphone : (418) 555-0150</p></html>`;

export type OutsideServices = { url: string; address: string; close: () => void };

/**
 * Starts a fake query service of OpenStreetMap and the website of one inn. `POST /hold` delays the answers until `POST
 * /release`, so that a test can look at work in progress.
 */
export async function startOutsideServices(): Promise<OutsideServices> {
  let waiting: (() => void)[] | undefined;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const page = (html: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    switch (request.url) {
      case '/hold':
        waiting = [];
        return response.end();
      case '/release':
        for (const answer of waiting ?? []) answer();
        waiting = undefined;
        return response.end();
      case '/api/interpreter': {
        if (!request.headers['user-agent']?.startsWith('Territoire360/'))
          return response.writeHead(406).end();
        const answer = () =>
          sendInns(response, new URLSearchParams(body).get('data') ?? '', `http://${host}/`);
        return waiting ? waiting.push(answer) : answer();
      }
      case '/':
        return page(home);
      case '/contact':
        return page(contact);
      default:
        return response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${host}`, address: host, close: () => server.close() };
}

function sendInns(response: ServerResponse, query: string, site: string): void {
  const [, lat = '0', lon = '0'] = /around:\d+,([-\d.]+),([-\d.]+)/.exec(query) ?? [];
  const elements = inns.map(({ id, website, ...tags }) => ({
    ...{ type: 'node', id, lat: Number(lat) + id / 100, lon: Number(lon) },
    tags: { ...tags, ...(website ? { website: site } : {}) },
  }));
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ elements }));
}
