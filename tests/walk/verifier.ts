// npm run walk -- verifier: seals the demo street, tampers with the folder in every way, and prints what
// verifier.html says in every browser of this machine, without a network. It fails when a verdict is
// unexpected, or when OpenSSL disagrees about a time stamp.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildVerifier } from '../../build/verifier-page.ts';
import { rootOf } from '../../src/shared/evidence/seal.ts';
import {
  editManifest,
  makeDemoAuthority,
  manifestOf,
  type SealedFolder,
  sealedFolder,
  stampOf,
} from '../unit/sealed-folder.ts';
import type { WalkPage } from './engine.ts';
import { firefox } from './engines/firefox.ts';
import { chromiums } from './engines/playwright.ts';
import { webkit } from './engines/webkit.ts';

const NAMESPACE = 'VERIFIER_IN_NAMESPACE';
const STREET = 'supabase/seed/rue/apres';
const DAY_MS = 24 * 3600 * 1000;

const { values: asked } = parseArgs({ options: { engine: { type: 'string', multiple: true } } });

// Runs everything again in a network namespace with only this machine, so that nothing outside can be
// reached.
if (!process.env[NAMESPACE]) {
  const cut = 'ip link set lo up && exec "$@"';
  const command = [process.execPath, '--import', 'tsx', ...process.argv.slice(1)];
  const { status } = spawnSync('unshare', ['-n', 'sh', '-c', cut, 'sh', ...command], {
    stdio: 'inherit',
    env: { ...process.env, [NAMESPACE]: '1' },
  });
  process.exit(status ?? 1);
}

type Street = { path: string; bytes: Uint8Array<ArrayBuffer> }[];
type Case = {
  name: string;
  make: () => Promise<SealedFolder>;
  /** Texts that the page must show: the verdict, its counts, the fault of the time stamp. */
  expected: string;
  /** True when OpenSSL accepts the stamp for `racine.bin`; absent without a stamp. */
  openssl?: boolean;
};

const streetPictures: Street = readdirSync(STREET)
  .sort()
  .map((name) => ({ path: `apres/${name}`, bytes: new Uint8Array(readFileSync(join(STREET, name))) }));
const authority = await makeDemoAuthority();
// The build reads these variables, and the page has none of them.
Object.assign(process.env, {
  VITE_SUPABASE_URL: 'http://127.0.0.1:1',
  VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
});
const page = new Map([['verifier.html', new TextEncoder().encode(await buildVerifier())]]);
const sealed = (by?: typeof authority) => sealedFolder(streetPictures, by, undefined, page);
const first = `images/${streetPictures[0]?.path}`;
const past = { from: new Date('2026-01-01'), until: new Date('2026-03-01') };

async function changedFolder(edit: (folder: SealedFolder) => void | Promise<void>): Promise<SealedFolder> {
  const folder = await sealed(authority);
  await edit(folder);
  return folder;
}

const cases: Case[] = [
  { name: 'tel que remis', make: () => sealed(authority), expected: 'whole · Intactes 10', openssl: true },
  {
    name: 'un octet changé dans une image',
    make: () =>
      changedFolder((folder) => {
        const bytes = (folder.get(first) as Uint8Array<ArrayBuffer>).slice();
        bytes[100_000] = (bytes[100_000] ?? 0) ^ 1;
        folder.set(first, bytes);
      }),
    expected: 'altered · Modifiées 1 · Intactes 9',
    openssl: true,
  },
  {
    name: 'une image retirée',
    make: () => changedFolder((folder) => void folder.delete(first)),
    expected: 'altered · Manquantes 1 · Intactes 9',
    openssl: true,
  },
  {
    name: 'une image ajoutée',
    make: () =>
      changedFolder((folder) => void folder.set('images/apres/R0019999.JPG', new Uint8Array(2_000))),
    expected: 'whole · Intactes 10 · Ajoutés 1',
    openssl: true,
  },
  {
    name: 'manifeste modifié (une position)',
    make: () =>
      changedFolder((folder) =>
        editManifest(folder, ({ pictures: [one] }) => Object.assign(one ?? {}, { lat: 48.5 })),
      ),
    expected: 'altered · Intactes 10 · edited-since',
    openssl: true,
  },
  {
    name: 'jeton d’une autre racine',
    make: () =>
      changedFolder(async (folder) => {
        const other = rootOf(manifestOf(streetPictures.slice(1)));
        folder.set('horodatage-1.tsr', await stampOf(authority, other));
      }),
    expected: 'stamp-refused · Intactes 10 · other-imprint',
    openssl: false,
  },
  {
    name: 'certificat expiré',
    make: async () => sealed(await makeDemoAuthority({ period: past })),
    expected: 'stamp-refused · Intactes 10 · certificate-expired',
    openssl: false,
  },
  {
    name: 'horloge en retard (jeton avant la dernière image)',
    make: async () => sealed(await makeDemoAuthority({ clock: () => new Date('2026-04-20T14:00:01Z') })),
    expected: 'stamp-refused · Intactes 10 · before-last-picture',
    openssl: true,
  },
  {
    name: 'horloge en avance (jeton à venir)',
    make: async () => sealed(await makeDemoAuthority({ clock: () => new Date(Date.now() + DAY_MS) })),
    expected: 'stamp-refused · Intactes 10 · after-now',
    openssl: true,
  },
  {
    name: 'autorité en panne (aucun jeton)',
    make: () => sealed(),
    expected: 'undated · Intactes 10',
  },
];

const SAID_SCRIPT = `(() => {
  const verdict = document.querySelector('[data-verdict]');
  if (!verdict) return null;
  const counts = [...document.querySelectorAll('[data-count]')].map((one) => one.dataset.count + ' ' + one.textContent);
  const problems = [...document.querySelectorAll('[data-problem]')].map((one) => one.dataset.problem);
  return { line: [verdict.dataset.verdict, ...counts, ...problems].join(' · '), title: verdict.textContent, text: verdict.nextElementSibling.textContent };
})()`;

async function askPage(page: WalkPage, folder: string, files: string[], takesFolders: boolean) {
  await page.open(pathToFileURL(join(folder, 'verifier.html')).href);
  for (
    let tries = 0;
    tries < 50 && !(await page.run<boolean>('!!document.querySelector("[data-testid]")'));
    tries++
  )
    await wait(100);
  await page.choose(`[data-testid="${takesFolders ? 'folder' : 'files'}"]`, takesFolders ? [folder] : files);
  for (let tries = 0; tries < 300; tries++) {
    const answer = await page.run<{ line: string; title: string; text: string } | null>(SAID_SCRIPT);
    if (answer) return answer;
    await wait(100);
  }
  throw new Error('no verdict after 30 s');
}

function opensslAgrees(folder: string): boolean {
  const parameters = [
    'ts',
    '-verify',
    '-data',
    'racine.bin',
    '-in',
    'horodatage-1.tsr',
    '-CAfile',
    'certificats/racine-1.pem',
  ];
  try {
    return execFileSync('openssl', parameters, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).includes('OK');
  } catch {
    return false;
  }
}

const listed = (folder: string, inside = ''): string[] =>
  readdirSync(join(folder, inside), { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? listed(folder, join(inside, one.name)) : [join(folder, inside, one.name)],
  );

const workFolder = mkdtempSync(join(tmpdir(), 'territoire-360-verifier-'));
const picturesOut = 'tests/walk-pictures/verifier';
let wrong = 0;
try {
  const outside = await fetch('https://exemple.test/').then(
    () => true,
    () => false,
  );
  console.log(outside ? '! le réseau répond encore' : 'Réseau coupé.');
  if (outside) wrong++;
  const folders = await Promise.all(
    cases.map(async (one, index) => {
      const folder = join(workFolder, String(index + 1).padStart(2, '0'));
      for (const [path, bytes] of await one.make()) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), bytes);
      }
      return folder;
    }),
  );
  for (const [index, { name, openssl }] of cases.entries()) {
    if (openssl === undefined) continue;
    const accepts = opensslAgrees(folders[index] as string);
    if (accepts !== openssl) wrong++;
    console.log(
      `${accepts === openssl ? ' ' : '!'} openssl ts -verify : ${accepts ? 'accepte' : 'refuse'} · ${name}`,
    );
  }
  mkdirSync(picturesOut, { recursive: true });
  for (const choice of [...chromiums, firefox, webkit]) {
    if (asked.engine && !asked.engine.includes(choice.name)) continue;
    const engine = await choice.start();
    if ('missing' in engine) {
      console.log(`! ${choice.name} : ${engine.missing}`);
      wrong++;
      continue;
    }
    console.log(`\n${engine.name} ${engine.version}`);
    const browser = await engine.newPage();
    // The other engines' drivers cannot give a folder to a page.
    const isChromium = chromiums.includes(choice);
    await browser.resize(1280, 900);
    for (const [index, { name, expected }] of cases.entries()) {
      const folder = folders[index] as string;
      try {
        const { line, title, text } = await askPage(browser, folder, listed(folder), isChromium);
        // Files chosen one by one have lost their folders, so pictures are recognised by their content.
        const same = line.replace('Intactes, sous un autre nom', 'Intactes') === expected;
        if (!same) wrong++;
        console.log(
          `${same ? ' ' : '!'} ${name} → ${title}. ${text}${same ? '' : `\n    ${line}, attendu : ${expected}`}`,
        );
        writeFileSync(join(picturesOut, `${engine.name}-${index + 1}.png`), await browser.picture());
      } catch (error) {
        wrong++;
        console.log(`! ${name} : ${error}`);
      }
    }
    await browser.close().catch(() => {});
    await engine.close();
  }
} finally {
  rmSync(workFolder, { recursive: true, force: true });
}
console.log(wrong === 0 ? '\nTous les verdicts sont ceux qui étaient attendus.' : `\n${wrong} écarts.`);
process.exitCode = wrong === 0 ? 0 : 1;
