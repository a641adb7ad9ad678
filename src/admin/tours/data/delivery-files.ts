import {
  DELIVERED_SCRIPT,
  type DeliveredTour,
  deliveredScript,
  FLAT_NOTE,
  FLAT_PAGE,
  tourInFolder,
} from '@/shared/panorama-tour/delivered-tour';
import type { PanoramaTour } from '@/shared/panorama-tour/panorama-tour';
import { htaccess, INTEGRITY_FILE, readMe, webConfig } from './delivery-texts';
import { panoramaFileUrl } from './panorama-address';

/** Folder of the built page that shows a delivered tour, with the list of its files (build/delivered-visit.ts). */
const SHELL_FOLDER = '/livraison/';
const SHELL_LIST = 'fichiers.json';
const PAGE_FILE = 'index.html';

/** Number of parallel downloads: tiles are small, and the latency of each exceeds its transfer. */
const DOWNLOADS_AT_ONCE = 8;
const ATTEMPTS = 3;

/** Summary of a complete delivery; the checksum is that of its integrity list. */
export type DeliverySummary = { files: number; bytes: number; checksum: string };

export type DeliveryProgress = { done: number; total: number };

type File = { name: string; input: Uint8Array<ArrayBuffer> };

const toHex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => toHex(await crypto.subtle.digest('SHA-256', bytes));

async function readBytes(url: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await fetch(url, { signal });
      if (!answer.ok) throw new Error(`${url}\u00a0: réponse ${answer.status}`);
      return new Uint8Array(await answer.arrayBuffer());
    } catch (error) {
      signal.throwIfAborted();
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** Runs tasks in order, some of them ahead of the consumer of their results. */
async function* inOrder<Result>(tasks: readonly (() => Promise<Result>)[]): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  let next = 0;
  try {
    while (next < tasks.length || running.length > 0) {
      while (running.length < DOWNLOADS_AT_ONCE && next < tasks.length) {
        const task = tasks[next++]?.();
        // A task that fails early reports it in its turn.
        task?.catch(() => {});
        if (task) running.push(task);
      }
      yield await (running.shift() as Promise<Result>);
    }
  } finally {
    // Tasks that nobody waits for any more may fail.
    await Promise.allSettled(running);
  }
}

/** Text of the page before its script runs, which is also true where it never runs. */
const FLAT_MESSAGE =
  'Cette page montre la visite à plat, ses images et ses textes, jusqu’à ce que la vue à 360° soit chargée. Si elle le reste, c’est que le script de la page n’a pas pu s’exécuter\u00a0: JavaScript est désactivé, un fichier du dossier «\u00a0visite\u00a0» manque, ou le serveur ou la page qui contient celle-ci le refuse. LISEZ-MOI.txt dit quel serveur convient.';

/**
 * Fills the page with the title of the tour, with its visit, which waits for its script, and with its pictures and texts, which are there
 * until then.
 */
async function pageOf(template: string, delivered: DeliveredTour): Promise<string> {
  const [{ renderToString, renderToStaticMarkup }, { createElement }, { StillTour }, { DeliveredPage }] =
    await Promise.all([
      import('react-dom/server'),
      import('react'),
      import('@/shared/panorama-tour/still-tour'),
      import('@/shared/panorama-tour/delivered-page'),
    ]);
  const visit = renderToString(createElement(DeliveredPage, delivered));
  const flat = createElement(
    'main',
    { id: FLAT_PAGE, className: 'mx-auto max-w-3xl p-5' },
    createElement('h1', { className: 'mb-4 text-3xl font-bold' }, delivered.title),
    createElement('p', { id: FLAT_NOTE, className: 'mb-8 rounded-xl bg-mist p-4' }, FLAT_MESSAGE),
    createElement(StillTour, { tour: delivered.tour, address: (path: string) => path }),
  );
  const title = renderToStaticMarkup(createElement('title', null, delivered.title));
  // Replacement functions, because « $& » in a text would be interpreted.
  return (
    template
      .replace(/<title>[^<]*<\/title>/, () => title)
      .replace(
        '<div id="root"></div>',
        () => `<div id="root" hidden>${visit}</div>${renderToStaticMarkup(flat)}`,
      )
      // The text is ASCII, so that a server's wrong encoding changes no letter.
      .replace(/[^\0-\x7f]/gu, (letter) => `&#${letter.codePointAt(0)};`)
  );
}

/**
 * Makes the files of a delivery one after the other, as `client-zip` takes them, with a few tiles in memory at a
 * time. The last one lists the SHA-256 of all others.
 *
 * @param onEnd receives the figures of the delivery sheet
 * @throws Error that names the first unavailable file: a delivery is complete or fails
 */
export async function* deliveryFiles({
  title,
  client,
  color,
  tour,
  signal,
  onProgress,
  onEnd,
}: DeliveredTour & {
  tour: PanoramaTour;
  signal: AbortSignal;
  onProgress: (progress: DeliveryProgress) => void;
  onEnd: (summary: DeliverySummary) => void;
}): AsyncGenerator<File> {
  const encode = (text: string) => new TextEncoder().encode(text);
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const inFolder = tourInFolder(tour);
  const delivered: DeliveredTour = { title, client, color, tour: inFolder.tour };
  const shell = JSON.parse(decode(await readBytes(`${SHELL_FOLDER}${SHELL_LIST}`, signal))) as string[];
  const tasks = [
    ...shell.map((name) => async (): Promise<File> => {
      const input = await readBytes(`${SHELL_FOLDER}${name}`, signal);
      return { name, input: name === PAGE_FILE ? encode(await pageOf(decode(input), delivered)) : input };
    }),
    ...[
      [DELIVERED_SCRIPT, deliveredScript(delivered)] as const,
      ['LISEZ-MOI.txt', readMe(delivered)] as const,
      ['web.config', webConfig] as const,
      ['.htaccess', htaccess] as const,
    ].map(
      ([name, text]) =>
        async (): Promise<File> => ({ name, input: encode(text) }),
    ),
    ...inFolder.files.map(
      ({ from, to }) =>
        async (): Promise<File> => ({
          name: to,
          input: await readBytes(panoramaFileUrl(from), signal),
        }),
    ),
  ];
  const list: string[] = [];
  let bytes = 0;
  for await (const file of inOrder(tasks)) {
    signal.throwIfAborted();
    list.push(`${await sha256(file.input)}  ${file.name}\n`);
    bytes += file.input.length;
    onProgress({ done: list.length, total: tasks.length });
    yield file;
  }
  const integrity = encode(list.join(''));
  yield { name: INTEGRITY_FILE, input: integrity };
  onEnd({ files: list.length + 1, bytes: bytes + integrity.length, checksum: await sha256(integrity) });
}
