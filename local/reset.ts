import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { acquireLock, LockedError } from './process/data-folder-lock.ts';
import { readSettings } from './process/settings.ts';
import { UserError } from './process/user-error.ts';

/**
 * What a start creates in the data folder; reset deletes nothing else. `ready` comes first: after an interrupted reset the
 * next start makes the folder again.
 */
const created = ['ready', 'db', 'storage', 'mail', 'deno', 'vite', 'site', 'keys.json', 'local.json'];

try {
  const { dataDir, root } = readSettings(process.env);
  const shown = dataDir.startsWith(root) ? relative(root, dataDir) : dataDir;
  if (existsSync(dataDir)) {
    const release = await acquireLock(dataDir, []).catch((error: unknown) => {
      if (!(error instanceof LockedError)) throw error;
      const { pid } = error.owner;
      throw new UserError(
        `Le processus ${pid} se sert de ${shown} : arrêtez-le d'abord (Ctrl-C dans son terminal).`,
      );
    });
    for (const name of created) rmSync(join(dataDir, name), { recursive: true, force: true });
    release();
    if (readdirSync(dataDir).length === 0) rmdirSync(dataDir);
  }
  console.log(
    `Données locales effacées (${shown}) : le prochain « npm start » repart des migrations et des données de démonstration.`,
  );
} catch (error) {
  console.error(error instanceof UserError ? error.message : error);
  process.exitCode = 1;
}
