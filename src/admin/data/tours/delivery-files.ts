import { panoramaFileUrl } from '@/admin/data/tours/panorama-address';
import { type DeliveredTour, tourInFolder } from '@/shared/panorama-tour/delivered-tour';
import type { PanoramaTour } from '@/shared/panorama-tour/panorama-tour';

/** Folder of the built page that shows a delivered tour, with the list of its files (build/delivered-visit.ts). */
const SHELL = '/livraison/';
const SHELL_LIST = 'fichiers.json';
const PAGE = 'index.html';

/** The list that `sha256sum -c` reads. */
const INTEGRITY = 'integrite.sha256';

/** Number of parallel downloads: tiles are small, and the latency of each exceeds its transfer. */
const AHEAD = 8;
const ATTEMPTS = 3;

/** Summary of a complete delivery; the checksum is that of its integrity list. */
export type DeliverySummary = { files: number; bytes: number; checksum: string };

export type DeliveryProgress = { done: number; total: number };

type File = { name: string; input: Uint8Array<ArrayBuffer> };

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => hex(await crypto.subtle.digest('SHA-256', bytes));

async function read(url: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
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
      while (running.length < AHEAD && next < tasks.length) {
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

const readMe = ({ title, client }: DeliveredTour) =>
  `${title}
${client}

Ce dossier est une visite virtuelle complète. Elle ne dépend d’aucun service et n’ouvre aucune adresse extérieure,
sauf les liens que ses repères proposent.

Sur un site web : copiez le dossier entier sur n’importe quel serveur, puis ouvrez index.html par son adresse.
Dans une page : <iframe src="/adresse-du-dossier/index.html" style="width:100%;aspect-ratio:16/10;border:0"
allow="fullscreen; gyroscope; accelerometer; clipboard-write"></iframe>
Sans site web (clé USB) : lancez un petit serveur local dans le dossier, par exemple « python3 -m http.server », puis ouvrez
http://localhost:8000. Ouvert d’un double clic, index.html montre les images et les textes sans la visite à 360°.

Vérifier les fichiers : sha256sum -c ${INTEGRITY}
Licences des bibliothèques et des polices : licences.txt
`;

/** Fills the page with the title of the tour, and with its pictures and texts for browsers without script. */
async function pageOf(template: string, delivered: DeliveredTour): Promise<string> {
  const [{ renderToStaticMarkup }, { createElement }, { StillTour }] = await Promise.all([
    import('react-dom/server'),
    import('react'),
    import('@/shared/panorama-tour/still-tour'),
  ]);
  const page = createElement(
    'main',
    { className: 'mx-auto max-w-3xl p-5' },
    createElement('h1', { className: 'mb-8 text-3xl font-bold' }, delivered.title),
    createElement(StillTour, { tour: delivered.tour, address: (path: string) => path }),
  );
  const title = renderToStaticMarkup(createElement('title', null, delivered.title));
  // Replacement functions, because « $& » in a text would be interpreted.
  return template
    .replace(/<title>[^<]*<\/title>/, () => title)
    .replace('<div id="root"></div>', () => `<div id="root">${renderToStaticMarkup(page)}</div>`)
    .replaceAll(' crossorigin', '');
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
  const shell = JSON.parse(decode(await read(`${SHELL}${SHELL_LIST}`, signal))) as string[];
  const tasks = [
    ...shell.map((name) => async (): Promise<File> => {
      const input = await read(`${SHELL}${name}`, signal);
      return { name, input: name === PAGE ? encode(await pageOf(decode(input), delivered)) : input };
    }),
    async (): Promise<File> => ({ name: 'visite.json', input: encode(JSON.stringify(delivered)) }),
    async (): Promise<File> => ({ name: 'LISEZ-MOI.txt', input: encode(readMe(delivered)) }),
    ...inFolder.files.map(
      ({ from, to }) =>
        async (): Promise<File> => ({
          name: to,
          input: await read(panoramaFileUrl(from), signal),
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
  yield { name: INTEGRITY, input: integrity };
  onEnd({ files: list.length + 1, bytes: bytes + integrity.length, checksum: await sha256(integrity) });
}
