// npm run lock:complete [-- folder …]: adds the platform packages that are missing from the lock files.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addPlatformEntries, type LockPackages } from './lock-files.ts';

const [, , ...folders] = process.argv;
for (const folder of folders.length > 0 ? folders : ['.', 'tests', 'tests/lighthouse']) {
  const file = join(folder, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: LockPackages };
  const added = addPlatformEntries(lock.packages);
  const { '': root, ...rest } = lock.packages;
  const sorted = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  const packages = { '': root, ...Object.fromEntries(sorted) };
  writeFileSync(file, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  console.log(`${file}: ${added.length} entries added`);
}
