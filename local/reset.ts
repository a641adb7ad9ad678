import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { withDataFolder } from './process/data-folder-lock.ts';
import { readSettings, sendMarkFolder } from './process/settings.ts';
import { runCommand } from './process/user-error.ts';

/**
 * Entries that a start creates in the data folder; reset deletes nothing else. `ready` comes first: after an
 * interrupted reset the next start makes the folder again.
 */
const createdEntries = ['ready', 'db', 'storage', 'mail', 'deno', 'vite', 'site', 'keys.json', 'local.json'];

await runCommand(async () => {
  const { dataDir, root } = readSettings(process.env);
  const displayName = dataDir.startsWith(root) ? relative(root, dataDir) : dataDir;
  if (existsSync(dataDir)) {
    await withDataFolder(dataDir, displayName, () => {
      for (const name of createdEntries) rmSync(join(dataDir, name), { recursive: true, force: true });
    });
    if (readdirSync(dataDir).length === 0) rmdirSync(dataDir);
  }
  rmSync(sendMarkFolder(dataDir), { recursive: true, force: true });
  console.log(
    `Données locales effacées (${displayName}) : le prochain « npm start » repart des migrations et des données de démonstration.`,
  );
});
