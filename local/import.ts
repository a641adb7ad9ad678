import { existsSync, openAsBlob, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ImportCommand, ImportTools } from '../src/admin/kit/lib/import-command.ts';
import { targetProject } from './process/target-project.ts';
import { runCommand, UserError } from './process/user-error.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Time without data after which a download fails, in ms; the file has seventeen megabytes. */
const TIMEOUT_MS = 300_000;

const [name, ...words] = process.argv.slice(2);
await runCommand(async () => {
  const imports = new Map(
    readdirSync(join(root, 'src/admin'), { recursive: true, encoding: 'utf8' }).flatMap((file) => {
      const named = /[\\/]data[\\/](\w+)-command\.ts$/.exec(file)?.[1];
      return named ? [[named, join(root, 'src/admin', file)]] : [];
    }),
  );
  const file = imports.get(name ?? '');
  if (!file) {
    const names = ['municipalities', 'register', ...imports.keys()];
    throw new UserError(`Usage : npm run import -- ${names.join(' | ')}`);
  }
  const { command } = (await import(pathToFileURL(file).href)) as { command: ImportCommand };
  await command(words, importTools());
});

/** Tools of an import: the data API of the project, files, and the error that a person reads. */
function importTools(): ImportTools {
  const { url, key } = targetProject();
  return {
    refusal: (text) => new UserError(text),
    open: openFile,
    call: async (path, body) => {
      const answer = await fetch(`${url}/rest/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { apikey: key, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }).catch((error: unknown) => {
        throw new UserError(`${url} ne répond pas. Rien n’a été importé.`, { cause: error });
      });
      if (!answer.ok)
        throw new UserError(`Refusé (${answer.status}) : ${await answer.text()}\nRien n’a été importé.`);
      return await answer.json();
    },
  };
}

/** Opens a file of this machine, or one at an https address. */
async function openFile(file: string): Promise<Blob> {
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
