// npm run renew -- lock [folder …]: adds the platform packages that are missing from the lock files, and the checksums
// that the registry knows.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addPlatformEntries, type LockPackages, unverified } from './lock-files.ts';

/** Returns the checksum that the registry gives for a package; undefined when it does not carry it. */
function checksumOf(name: string, version: string): string | undefined {
  try {
    const output = execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 30_000,
    }).trim();
    return /^sha512-[\w+/=]+$/.test(output) ? output : undefined;
  } catch {
    return undefined;
  }
}

const [, , ...folders] = process.argv;
for (const folder of folders.length > 0 ? folders : ['.', 'deploy', 'tests', 'tests/lighthouse']) {
  const file = join(folder, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: LockPackages };
  const added = addPlatformEntries(lock.packages);
  for (const { path, name, version } of unverified(lock.packages)) {
    const { version: _, ...entry } = lock.packages[path] ?? {};
    const integrity = checksumOf(name, version);
    if (integrity) lock.packages[path] = { version, integrity, ...entry };
  }
  const { '': root, ...rest } = lock.packages;
  const sorted = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  const packages = { '': root, ...Object.fromEntries(sorted) };
  writeFileSync(file, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  const left = unverified(lock.packages).length;
  console.log(`${file}: ${added.length} entries added, ${left} without a checksum`);
}
