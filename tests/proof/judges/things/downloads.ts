import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import type { AllTables } from '../../../../src/admin/kit/lib/table-words.ts';
import { exportedTables } from '../../../../src/admin/privacy/data/exported-tables.ts';
import { plannedTour } from '../../../host/demo-tour.ts';
import { publishOwnTour } from '../../../host/own-tour.ts';
import { startHost } from '../../../host/server.ts';
import { unpackStored } from '../../../host/stored-zip.ts';
import { unpackChromium } from '../../../support/chromium.ts';
import { signInByPassword } from '../../../support/environment.ts';
import { plantAwkwardRows } from './awkward-rows.ts';
import type { MadeSite } from './site.ts';
import type { Thing } from './things.ts';

type Row = Record<string, unknown>;

/** The data API cuts every answer here. */
const PAGE = 1000;

/** A table of « Tout exporter », and its rows as the API gives them to the same person. */
export type ExportedTable = { file: Thing; columns: Readonly<Record<string, string>>; rows: Row[] };

/** What the back office hands to whoever presses its buttons. */
export type Downloads = {
  /** The ZIPs as they were saved. */
  zips: Thing[];
  /** A delivered tour in its folder: the page of it, and where a host serves it. */
  tour: { folder: string; page: Thing; url: string };
  /** « Tout exporter », table by table. */
  tables: ExportedTable[];
  /** « Exporter les données (JSON) » of a person, and the same person as the API gives it. */
  person: { file: Thing; contact: Row };
};

/** Presses the buttons of the back office of a built site, in the browser of the journeys. */
export async function makeDownloads(
  folder: string,
  { url, stack }: MadeSite,
  closing: (() => Promise<void>)[],
): Promise<Downloads> {
  const session = await signInByPassword(stack);
  const ask = async (path: string): Promise<Row[]> => {
    const headers = { apikey: stack.publishableKey, authorization: `Bearer ${session.access_token}` };
    const answer = await fetch(`${stack.apiUrl}/rest/v1/${path}`, { headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const awkward = await plantAwkwardRows(stack);
  const { executablePath, env } = await unpackChromium();
  const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const key = `sb-${new URL(stack.apiUrl).hostname.split('.')[0]}-auth-token`;
    const localStorage = [{ name: key, value: JSON.stringify(session) }];
    const context = await browser.newContext({
      locale: 'fr-CA',
      storageState: { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] },
    });
    // A browser that asks where a file goes cannot be answered from here: this one saves it.
    await context.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    const cutting = await context.newPage();
    // tsx names every function by a helper of its own, which a browser does not have.
    await cutting.evaluate('globalThis.__name = (named) => named');
    const { tourId } = await publishOwnTour(cutting, stack, {
      slug: 'vieux-la-prairie',
      scenes: plannedTour,
    });
    const delivered = await press(context, `${url}/admin/tours/${tourId}/livraison`, async (page) => {
      await page.getByRole('textbox', { name: 'Client' }).fill('Ville de L’Île-aux-Œufs & <MRC>');
      await page.getByRole('button', { name: 'Préparer la livraison' }).click();
    });
    const everything = await press(context, `${url}/admin/parametres/donnees`, (page) =>
      page.getByRole('button', { name: 'Tout exporter' }).click(),
    );
    const into = (name: string, content: Uint8Array): Thing => {
      const file = join(folder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      return { name, file };
    };
    const unpacked = (zip: Buffer, name: string) =>
      new Map([...unpackStored(zip)].map(([path, bytes]) => [path, into(`${name}/${path}`, bytes)]));
    const visit = unpacked(delivered, 'visite');
    const exported = unpacked(everything, 'tout');
    const tables: ExportedTable[] = [];
    for (const { table, file, order, columns } of exportedTables(await tablesOfSubjects())) {
      const found = exported.get(file);
      if (!found) throw new Error(`${file} is not in the ZIP`);
      const [names, sorted] = [Object.keys(columns).join(','), order.join(',')];
      const rows: Row[] = [];
      for (;;) {
        const page = await ask(
          `${table}?select=${names}&order=${sorted}&offset=${rows.length}&limit=${PAGE}`,
        );
        rows.push(...page);
        if (page.length < PAGE) break;
      }
      tables.push({ file: found, columns, rows });
    }
    // Last: it is written in the register, which is one of the tables.
    const person = await press(context, `${url}/admin/contacts/${awkward.contact}`, async (page) => {
      await page.getByText('Données personnelles', { exact: true }).click();
      await page.getByRole('button', { name: 'Exporter les données (JSON)' }).click();
    });
    const [contact = {}] = await ask(`contacts?id=eq.${awkward.contact}`);
    const host = await startHost(join(folder, 'visite'));
    closing.push(host.close);
    return {
      zips: [into('visite.zip', delivered), into('tout.zip', everything)],
      tour: { folder: join(folder, 'visite'), page: visit.get('index.html') as Thing, url: host.url },
      tables,
      person: { file: into('personne.json', person), contact },
    };
  } finally {
    await browser.close();
  }
}

const ADMIN = fileURLToPath(new URL('../../../../src/admin/', import.meta.url));

/** The words of every table: of each subject its tables alone, since its screens are made for a browser. */
async function tablesOfSubjects(): Promise<AllTables> {
  const files = readdirSync(ADMIN).map((subject) => join(ADMIN, subject, 'data', 'tables.ts'));
  const loaded = await Promise.all(files.filter((file) => existsSync(file)).map((file) => import(file)));
  const described = loaded.flatMap(({ tables }: { tables: AllTables }) => Object.entries(tables));
  return Object.fromEntries(described.filter(([, table]) => table !== null));
}

/** Opens a screen, acts on it, and returns the file that comes of it. */
async function press(
  context: BrowserContext,
  address: string,
  act: (page: Page) => Promise<void>,
): Promise<Buffer> {
  const page = await context.newPage();
  await page.goto(address);
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 180_000 }), act(page)]);
  const content = readFileSync(await download.path());
  await page.close();
  return content;
}
