// node local/complete-lock.mjs [folder …]: adds the platform packages that are missing from package-lock.json after an
// install through a mirror that carries one platform only. Without them `npm ci` refuses the file on every platform.
// They get no checksum: npm adds it where the package is available.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const systems = {
  android: 'android',
  darwin: 'darwin',
  linux: 'linux',
  win32: 'win32',
  windows: 'win32',
  freebsd: 'freebsd',
  openbsd: 'openbsd',
  netbsd: 'netbsd',
  sunos: 'sunos',
  openharmony: 'openharmony',
  aix: 'aix',
};
const processors = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el'];

/** Where Node would find a package asked for from an entry of the lock file, or undefined. */
function resolve(packages, from, name) {
  for (
    let at = from;
    ;
    at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : ''
  ) {
    const path = `${at ? `${at}/` : ''}node_modules/${name}`;
    if (packages[path]) return path;
    if (!at) return undefined;
  }
}

/** The entry of a platform's package, read from its name; undefined for a name that tells no platform. */
function platformEntry(name, range, dev) {
  const words = name.replace(/^@[^/]+\//, '').split('-');
  const os = words.map((word) => systems[word]).find(Boolean);
  const wasm = words.includes('wasm32') || words.includes('wasi');
  if (!/^[v^~]?\d/.test(range) || (!os && !wasm)) return undefined;
  const cpu = wasm ? 'wasm32' : (words.find((word) => processors.includes(word)) ?? 'arm');
  const libc = words.some((word) => /musl/.test(word))
    ? 'musl'
    : words.some((word) => /^(gnu|glibc)/.test(word))
      ? 'glibc'
      : undefined;
  return {
    version: range.replace(/^[v^~]/, ''),
    cpu: [cpu],
    ...(dev ? { dev: true } : {}),
    ...(libc && os === 'linux' ? { libc: [libc] } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
  };
}

for (const folder of process.argv.length > 2 ? process.argv.slice(2) : ['.', 'tests', 'tests/lighthouse']) {
  const file = join(folder, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  let added = 0;
  for (const [from, entry] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (resolve(lock.packages, from, name)) continue;
      const missing = platformEntry(name, range, entry.dev);
      if (!missing) throw new Error(`${from} wants ${name}@${range}, of no known platform`);
      lock.packages[`node_modules/${name}`] = missing;
      added++;
    }
  }
  const { '': root, ...rest } = lock.packages;
  lock.packages = {
    '': root,
    ...Object.fromEntries(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${file}: ${added} entries added`);
}
