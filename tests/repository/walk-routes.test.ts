import { expect, it } from 'vitest';
import { paths } from '@/shared/lib/admin-paths';
import { adminRoutes, publicRoutes } from '../walk/routes';

it('the walk finds in the routers every address that links lead to', () => {
  const { admin, ...site } = paths;
  const linked = [...Object.values(admin), ...Object.values(site)].map(({ path }) => path);
  const walked = new Set([...publicRoutes(), ...adminRoutes(), paths.auth.path]);
  expect(linked.filter((path) => !walked.has(path))).toEqual([]);
});
