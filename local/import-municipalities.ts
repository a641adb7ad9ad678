import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { decodeText } from '../src/admin/kit/lib/decode-text.ts';
import { REGISTER_SOURCE } from '../src/admin/municipalities/data/attribution.ts';
import { readRegister } from '../src/admin/municipalities/data/register.ts';
import { quebecDay } from '../supabase/functions/_shared/contract/eastern-time.ts';
import { targetProject } from './process/target-project.ts';
import { UserError } from './process/user-error.ts';

type Counts = { added: number; changed: number; unchanged: number; missing: number };

const usage = 'npm run import -- municipalities MUN.csv MRC_CM_Arg.csv [coordonnees.csv] [--dry-run]';

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof UserError ? error.message : error);
  process.exitCode = 1;
}

/** Reads the official files and sends them to the project in one transaction, or only says what it would do. */
async function main(words: string[]): Promise<void> {
  const isDryRun = words.includes('--dry-run');
  const files = words.filter((word) => word !== '--dry-run');
  if (files.length === 0) throw new UserError(`Usage : ${usage}`);
  const absent = files.find((file) => !existsSync(file));
  if (absent) throw new UserError(`${absent} : fichier introuvable.`);

  const register = readRegister(
    files.map((file) => ({ name: basename(file), text: decodeText(readFileSync(file)).text })),
  );
  if (register.problems.length > 0) {
    throw new UserError(['Rien n’a été importé.', ...register.problems].join('\n'));
  }
  const modified = Math.max(...files.map((file) => statSync(file).mtimeMs));
  const counts = await send({
    places: register.places,
    source: REGISTER_SOURCE,
    dry_run: isDryRun,
    source_date: quebecDay(new Date(modified)),
  });
  const remarks = [...register.rejected, ...register.ignored];
  for (const { file, line, place, reason } of remarks) {
    console.log(`${file}, ligne ${line}${place && ` (${place})`} : ${reason}`);
  }
  console.log(
    [
      isDryRun ? 'À blanc, rien n’est écrit :' : 'Importé :',
      `${counts.added} nouveaux, ${counts.changed} modifiés, ${counts.unchanged} inchangés,`,
      `${register.rejected.length} rejetés, ${counts.missing} absents des fichiers et gardés.`,
    ].join(' '),
  );
  console.log(`Source : ${REGISTER_SOURCE}`);
}

async function send(body: object): Promise<Counts> {
  const { url, key } = targetProject();
  const answer = await fetch(`${url}/rest/v1/rpc/import_municipalities`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json', accept: 'application/vnd.pgrst.object+json' },
    body: JSON.stringify(body),
  }).catch((error: unknown) => {
    throw new UserError(`${url} ne répond pas. Rien n’a été importé.`, { cause: error });
  });
  if (!answer.ok) {
    throw new UserError(`Refusé (${answer.status}) : ${await answer.text()}\nRien n’a été importé.`);
  }
  return (await answer.json()) as Counts;
}
