// @vitest-environment node
import { beforeAll, describe, expect, it } from 'vitest';
import { lint } from './lint.ts';

const forbidden = [
  // Two applications, and what they share.
  ['src/site/pages/a', '@/admin/ui/modal'],
  ['src/site/lib', '@/admin/lib/csv'],
  ['src/site', '@/admin/router'],
  ['src/admin/features/a', '@/site/ui/header'],
  ['src/admin/data/a', '@/site/data/tours'],
  ['src/admin', '@/site/router'],
  ['src/shared/lib', '@/site/lib/page-data'],
  ['src/shared/ui', '@/admin/ui/modal'],
  ['src/shared/data', '@/site/data/tours'],
  ['src/shared', '@/admin/lib/csv'],
  // lib is the floor.
  ['src/shared/lib', '@/shared/ui/button'],
  ['src/shared/lib', '@/shared/data/tags'],
  ['src/admin/lib', '@/admin/ui/modal'],
  ['src/admin/lib', '@/admin/data/tags/tags'],
  ['src/site/lib', '@/site/data/tours'],
  // ui never sees data, nor the client.
  ['src/shared/ui', '@/shared/data/tags'],
  ['src/shared/ui', '@supabase/supabase-js'],
  ['src/admin/ui', '@/admin/data/tags/tags'],
  ['src/admin/ui', '@/admin/lib/supabase'],
  ['src/site/ui', '@/site/data/tours'],
  ['src/site/ui', '@/site/tours/tour-card'],
  // data sees lib only.
  ['src/admin/data/a', '@/admin/ui/modal'],
  ['src/admin/data/a', '@/admin/features/tags/tags-page'],
  ['src/admin/data/a', '@/shared/ui/button'],
  ['src/site/data', '@/site/pages/home/home-page'],
  // A page or a feature sees no other, nor the router, nor the client, and never climbs.
  ['src/admin/features/a', '@/admin/features/tags/tags-page'],
  ['src/admin/features/a', '@/admin/router'],
  ['src/admin/features/a', '@/admin/lib/supabase'],
  ['src/admin/features/a', '../tags/tags-page'],
  ['src/site/pages/a', '@/site/pages/home/home-page'],
  ['src/site/pages/a', '@/shared/lib/rest'],
  ['src/site/tours', '@/site/pages/home/home-page'],
  ['src/admin/next-actions', '@/admin/features/contacts/contact-page'],
  ['src/admin/next-actions', '@/admin/router'],
  ['src/admin/data/a', '@/admin/next-actions/next-action-card'],
  ['src/admin/conversations', '@/admin/features/contacts/contact-page'],
  ['src/admin/data/a', '@/admin/conversations/thread-parts'],
  ['src/admin/places', '@/admin/features/contacts/contact-page'],
  ['src/admin/ui', '@/admin/places/place-fields'],
  ['src/admin/writing', '@/admin/features/contacts/contact-page'],
  ['src/admin/ui', '@/admin/writing/message-field'],
  ['src/admin/ui', '@/admin/next-actions/next-action-card'],
  ['src/admin', '@supabase/supabase-js'],
  ['supabase/functions/a', '../../../src/shared/lib/text.ts'],
] as const;

const allowed = [
  ['src/shared/ui', '@/shared/lib/text'],
  ['src/admin/data/a', '@/admin/lib/supabase'],
  ['src/admin/data/a', '@/shared/data/tags'],
  ['src/admin/features/a', '@/admin/data/tags/tags'],
  ['src/admin/features/a', './b'],
  ['src/site/pages/a', '@/site/tours/tour-card'],
  ['src/site/data', '@/shared/lib/rest'],
  ['src/site', '@/site/pages/home/home-page'],
  ['src/admin', '@/admin/features/tags/tags-page'],
  ['supabase/functions/a', '../_shared/errors.ts'],
] as const;

const fileOf = (folder: string, imported: string) => `${folder}/${imported.replace(/[^a-z]+/g, '-')}x.ts`;
let refused: Set<string>;

beforeAll(() => {
  const files = [...forbidden, ...allowed].map(([folder, imported]) => [
    fileOf(folder, imported),
    `import { x } from '${imported}';\n\nexport const y = () => x;\n`,
  ]);
  refused = new Set(
    lint(Object.fromEntries(files), '--only=style/noRestrictedImports').map(({ file }) => file),
  );
});

describe('the layers: site and admin over shared; pages and features → data → lib and → ui → lib', () => {
  it.each(forbidden)('%s may not import %s', (folder, imported) => {
    expect(refused).toContain(fileOf(folder, imported));
  });

  it.each(allowed)('%s may import %s', (folder, imported) => {
    expect(refused).not.toContain(fileOf(folder, imported));
  });
});
