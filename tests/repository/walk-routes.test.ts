import { expect, it } from 'vitest';
import { subjects } from '@/admin/subjects';
import { paths } from '@/shared/lib/paths';
import { adminRoutes, publicRoutes } from '../walk/routes';
import { hasSamples } from '../walk/samples';

const addressesOf = (some: Readonly<Record<string, { path: string }>>) =>
  Object.values(some).map(({ path }) => path);

it('the walk finds in the routers every address that links lead to', () => {
  const walked = new Set([...publicRoutes(), paths.auth.path, paths.admin.path]);
  expect(addressesOf(paths).filter((path) => !walked.has(path))).toEqual([]);
  const linked = new Set(subjects.flatMap((one) => addressesOf(one.paths)));
  expect(new Set(adminRoutes())).toEqual(linked.add('/admin/nulle-part'));
});

it('the walk knows a value for each parameter of an address', () => {
  expect([...publicRoutes(), ...adminRoutes()].filter((route) => !hasSamples(route))).toEqual([]);
});

it('every address of a subject opens a screen', () => {
  for (const { paths: addresses, screens } of subjects) {
    const opened = Object.keys(screens).map((name) => addresses[name]?.path);
    expect(addressesOf(addresses).filter((path) => !opened.includes(path))).toEqual([]);
  }
});
