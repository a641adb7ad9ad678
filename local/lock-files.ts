/** An entry of package-lock.json (lockfileVersion 3), as far as platforms need it. */
interface LockEntry {
  version?: string;
  integrity?: string;
  link?: boolean;
  resolved?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

/** Entries by path: '' for the root, `node_modules/…` for a package. */
export type LockPackages = Record<string, LockEntry>;

/** Platforms on which `npm ci` has to work, as Node names them (`process.platform`, `process.arch`). */
const targets = [
  { os: 'linux', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
  { os: 'win32', cpu: 'x64' },
] as const;

/**
 * Adds the entries of the platform packages that a lock file lacks after an install through a mirror that carries one
 * platform only; without them `npm ci` refuses the file everywhere. They get no checksum
 * here: see `unverified`.
 *
 * @returns the names that were added. Throws for a missing package whose name tells no platform.
 */
export function addPlatformEntries(packages: LockPackages): string[] {
  const added: string[] = [];
  for (const [from, entry] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (findEntry(packages, from, name)) continue;
      const platform = platformEntry(name, range, entry.dev);
      if (!platform) throw new Error(`${from} wants ${name}@${range}, of no known platform`);
      packages[`node_modules/${name}`] = platform;
      added.push(name);
    }
  }
  return added;
}

/**
 * Optional packages without an entry, and packages with binaries per platform (optional packages for two systems or
 * more) that have none for one of the targets, as « name: os cpu ».
 */
export function missingPlatforms(packages: LockPackages): string[] {
  return Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) => {
    const names = Object.keys(optionalDependencies);
    const entries = names.map((name) => findEntry(packages, from, name));
    const absent = names.filter((_, index) => !entries[index]).map((name) => `${from}: ${name}`);
    const systems = new Set(entries.flatMap((entry) => entry?.os ?? []));
    if (systems.size < 2) return absent;
    const unserved = targets.filter(
      ({ os, cpu }) =>
        !entries.some(
          (entry) =>
            entry?.os?.includes(os) &&
            entry.cpu?.includes(cpu) &&
            !(entry.libc && !entry.libc.includes('glibc')),
        ),
    );
    return [...absent, ...unserved.map(({ os, cpu }) => `${from}: ${os} ${cpu}`)];
  });
}

/**
 * Lists the packages without a checksum, whose download is compared with nothing. `foreign` are the binaries of other
 * platforms, which a mirror may not carry; nothing installs them here.
 */
export function unverified(
  packages: LockPackages,
): { path: string; name: string; version: string; foreign: boolean }[] {
  return Object.entries(packages).flatMap(([path, { version, integrity, link, optional, os, cpu }]) => {
    if (!path.includes('node_modules/') || link || integrity || !version) return [];
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return [{ path, name, version, foreign: Boolean(optional && (os ?? cpu)) }];
  });
}

/** The entry that Node would find for a package required from another one. */
function findEntry(packages: LockPackages, from: string, name: string): LockEntry | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const entry = packages[`${at ? `${at}/` : ''}node_modules/${name}`];
    if (entry || !at) return entry;
  }
}

const systems: Record<string, string> = {
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

/** The entry of a platform package, read from its name; undefined for a name that tells no platform. */
function platformEntry(name: string, range: string, dev: boolean | undefined): LockEntry | undefined {
  const words = name.replace(/^@[^/]+\//, '').split('-');
  const os = words.map((word) => systems[word]).find(Boolean);
  const isWasm = words.includes('wasm32') || words.includes('wasi');
  if (!/^[v^~]?\d/.test(range) || (!os && !isWasm)) return undefined;
  const cpu = isWasm ? 'wasm32' : (words.find((word) => processors.includes(word)) ?? 'arm');
  const isMusl = words.some((word) => /musl/.test(word));
  const isGlibc = words.some((word) => /^(gnu|glibc)/.test(word));
  return {
    version: range.replace(/^[v^~]/, ''),
    cpu: [cpu],
    ...(dev ? { dev: true } : {}),
    ...(os === 'linux' && (isMusl || isGlibc) ? { libc: [isMusl ? 'musl' : 'glibc'] } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
  };
}
