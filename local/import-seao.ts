import { existsSync, openAsBlob } from 'node:fs';
import { readWeek } from '../src/admin/tenders/data/read-week.ts';
import { missingWeeks, weekOfFile } from '../src/admin/tenders/data/seao.ts';
import { quebecDay } from '../supabase/functions/_shared/contract/eastern-time.ts';
import { type TargetProject, targetProject } from './process/target-project.ts';
import { UserError } from './process/user-error.ts';

type Counts = { added: number; changed: number; unchanged: number; removed: number };
type Week = { first_day: string; last_day: string };

const usage =
  'npm run import -- seao hebdo_20261116_20261122.json (ou l’adresse https d’un tel fichier), un ou plusieurs';
/** From Données Québec, seventeen megabytes: a line that gives nothing for so long is dead, in ms. */
const TIMEOUT_MS = 300_000;

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof UserError ? error.message : error);
  process.exitCode = 1;
}

/** Reads weekly files of SEAO, sends what concerns the studio, and says which weeks are missing. */
async function main(files: string[]): Promise<void> {
  if (files.length === 0) throw new UserError(`Usage : ${usage}`);
  const project = targetProject();
  const [settings] = await call<{ phrases: string[] }[]>(project, 'tender_settings?select=phrases&id=eq.1');
  for (const file of files) {
    const week = weekOfFile(new URL(file, 'file:///').pathname);
    if (!week)
      throw new UserError(`${file} : le nom du fichier dit sa semaine, comme hebdo_20261116_20261122.json.`);
    const { releases, notices, unread } = await readWeek(await open(file), settings?.phrases ?? []).catch(
      (error: Error) => {
        throw new UserError(`${file} : ${error.message}`);
      },
    );
    const [counts] = await call<Counts[]>(project, 'rpc/import_tender_week', { ...week, releases, notices });
    console.log(
      `${week.file_name} : ${releases} avis lus, ${counts?.added} nouveaux, ${counts?.changed} modifiés, ${counts?.unchanged} inchangés, ${counts?.removed} retirés.`,
    );
    for (const reason of unread) console.warn(`Avis non lu : ${reason}.`);
  }
  const weeks = await call<Week[]>(project, 'tender_weeks?select=first_day,last_day');
  const today = quebecDay(new Date());
  const missing = missingWeeks(weeks, today);
  if (missing.length > 0) console.log(`Semaines absentes, par leur lundi : ${missing.join(', ')}.`);
}

/** Opens a file of this machine, or one at an https address. */
async function open(file: string): Promise<Blob> {
  if (!/^https?:\/\//.test(file)) {
    if (!existsSync(file)) throw new UserError(`${file} : fichier introuvable.`);
    return openAsBlob(file);
  }
  if (!file.startsWith('https://')) throw new UserError(`${file} : donnez une adresse https.`);
  const answer = await fetch(file, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: unknown) => {
    throw new UserError(`${file} ne répond pas.`, { cause: error });
  });
  if (!answer.ok) throw new UserError(`${file} répond ${answer.status}.`);
  return await answer.blob();
}

async function call<Result>({ url, key }: TargetProject, path: string, body?: object): Promise<Result> {
  const answer = await fetch(`${url}/rest/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { apikey: key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new UserError(`${url} ne répond pas. Rien n’a été importé.`, { cause: error });
  });
  if (!answer.ok)
    throw new UserError(`Refusé (${answer.status}) : ${await answer.text()}\nRien n’a été importé.`);
  return (await answer.json()) as Result;
}
