/**
 * `npm run bench -- inbound`: memory and processor time that large messages and bombs take of the function that receives
 * them, on the Deno that hosted projects run. A hosted worker has 256 MB and two seconds.
 */
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDeno } from '../../local/functions/deno-process.ts';
import { secretKey, startFakeSupabase } from '../../supabase/functions/_testing/fake-supabase.ts';
import { sendJson, startServer } from '../../supabase/functions/_testing/http-server.ts';
import { hostedDeno, root } from '../support/deno-runtimes.ts';
import { record } from './performance-page.ts';
import type { Measure } from './table.ts';

const MB = 1024 * 1024;
const MOST_MEMORY = 256;
const MOST_CPU = 2_000;
const webhookKey = Buffer.from('une clé d’essai de trente-deux octets');
const folder = mkdtempSync(join(tmpdir(), 'bench-inbound-'));

const head =
  'From: Eve <eve@ville.test>\r\nSubject: Plans\r\nMessage-ID: <1@ville.test>\r\nMIME-Version: 1.0\r\n';

/** A message with files of some megabytes, and so large as a whole. */
function withFiles(bytes: number): string {
  const count = Math.ceil(bytes / (8 * MB));
  const line = `${Buffer.from('%PDF-1.7 abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKL').toString('base64')}\r\n`;
  const part = 'Content-Type: application/pdf; name=plan.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n';
  const file = `--b\r\n${part}${line.repeat(Math.floor((bytes / count - 300) / line.length))}`;
  return `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nVoici.\r\n${file.repeat(count)}--b--\r\n`;
}

const nested = Array.from(
  { length: 100_000 },
  (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
);
const messages: Record<string, string> = {
  petit: `${head}\r\nOui`,
  '15 Mo': withFiles(15 * MB - 64 * 1024),
  '25 Mo': withFiles(25 * MB),
  '40 Mo': withFiles(40 * MB),
  'texte de 14 Mo': `${head}\r\n${`${'a'.repeat(75)}\r\n`.repeat((14 * MB) / 77)}`,
  'HTML de 14 Mo': `${head}Content-Type: text/html\r\n\r\n${'<div>'.repeat((14 * MB) / 5)}`,
  'parties imbriquées': head + nested.join(''),
  'en-têtes sans fin': `From: <a@b.test>\r\n${'X-A: b\r\n'.repeat((14 * MB) / 8)}\r\nfond`,
  'en-têtes nombreux': `From: <a@b.test>\r\n${'X-A: b\r\n'.repeat((120 * 1024) / 8)}\r\nfond`,
  'petites parties': `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\na\r\n'.repeat((14 * MB) / 10)}--b--`,
};

const supabase = await startFakeSupabase();
let stored: { trouble: string | null } | undefined;
supabase.data = (url, body) => {
  if (url.startsWith('/storage/')) return {};
  if (url.endsWith('/rpc/begin_message_reading')) return 'whole';
  if (!url.endsWith('/rpc/receive_message'))
    return /\/rpc\/(?:finish|end|record|set|expire|apply)_/.test(url) ? null : [];
  stored = JSON.parse(body).message;
  return { id: '1', stored: true };
};

/** Resources that a process has used since it began: peak of memory in MB, processor time in ms. */
function usage(pid: number | undefined): { memory: number; cpu: number } {
  const [, peak = ''] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return { memory: Number(peak) / 1024, cpu: (Number(fields[11]) + Number(fields[12])) * 10 };
}

/** Memory of the engine with no function in it, in MB: hosted, it is not counted with the worker's. */
async function engineAlone(): Promise<number> {
  const deno = await startDeno({
    ...{ directory: join(root, 'supabase/functions'), names: [], cacheDir: join(folder, 'cache'), env: {} },
    log: () => undefined,
    runtime: hostedDeno,
  });
  const { memory } = usage(deno.pid);
  await deno.stop();
  return memory;
}

/** Runs one function in a process of its own. */
async function run(name: string, env: Record<string, string>, call: (url: string) => Promise<Response>) {
  const lines: string[] = [];
  const deno = await startDeno({
    ...{ directory: join(root, 'supabase/functions'), names: [name], cacheDir: join(folder, 'cache') },
    env: { SUPABASE_URL: supabase.url, SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }), ...env },
    log: (line) => lines.push(line),
    runtime: hostedDeno,
  });
  stored = undefined;
  try {
    const before = usage(deno.pid);
    await call(`http://127.0.0.1:${deno.port}/${name}`).then((answer) => answer.text());
    const after = usage(deno.pid);
    if (!stored) throw new Error(`${name} kept nothing: ${lines.join('\n')}`);
    return {
      memory: after.memory,
      cpu: after.cpu - before.cpu,
      trouble: (stored as { trouble: string | null }).trouble,
    };
  } finally {
    await deno.stop();
  }
}

/** Delivers the event of the webhook, then the message from the provider. */
async function receive(raw: string) {
  const bytes = Buffer.from(raw);
  const provider = await startServer((request, response) => {
    response.on('error', () => undefined);
    if (request.url?.startsWith('/raw')) return response.end(bytes);
    const download_url = `${provider.url}/raw`;
    sendJson(response, 200, {
      id: 're-1',
      from: 'Eve <eve@ville.test>',
      text: 'Voici.',
      raw: { download_url },
    });
  });
  const body = JSON.stringify({ type: 'email.received', data: { email_id: 're-1' } });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const mac = createHmac('sha256', webhookKey).update(`msg_1.${timestamp}.${body}`).digest('base64');
  const signed = { 'svix-id': 'msg_1', 'svix-timestamp': timestamp, 'svix-signature': `v1,${mac}` };
  const env = {
    ...{ RESEND_INBOUND_SECRET: `whsec_${webhookKey.toString('base64')}`, RESEND_API_KEY: 're_cle' },
    ...{ RESEND_BASE_URL: provider.url, SITE_READER_ALLOWED: new URL(provider.url).host },
  };
  try {
    return await run('receive-email', env, (url) => fetch(url, { method: 'POST', body, headers: signed }));
  } finally {
    await provider.close();
  }
}

const measures: Measure[] = [];
try {
  const engine = await engineAlone();
  console.log(`Moteur seul : ${engine.toFixed(0)} Mo, compris dans ce qui suit`);
  for (const [name, raw] of Object.entries(messages)) {
    const { memory, cpu, trouble } = await receive(raw);
    console.log(
      `${name} : ${memory.toFixed(0)} Mo au plus, ${cpu} ms de processeur, ${trouble ?? 'lu en entier'}`,
    );
    measures.push({ name: `${name}, Mo`, ours: memory - engine, most: MOST_MEMORY });
    measures.push({ name: `${name}, ms de processeur`, ours: cpu, most: MOST_CPU });
    if (memory - engine > MOST_MEMORY || cpu > MOST_CPU) process.exitCode = 1;
  }
  record(
    'inbound',
    measures,
    `Plus grande mémoire du processus (VmHWM) sans les ${engine.toFixed(0)} Mo du moteur seul.`,
  );
} finally {
  await supabase.close();
  rmSync(folder, { recursive: true, force: true });
}
