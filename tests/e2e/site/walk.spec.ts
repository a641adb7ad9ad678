import { PROOF_TAG, test } from '../../support/fixtures.ts';
import { expectNoFindings } from '../../support/walk.ts';
import { publicRoutes } from '../../walk/routes.ts';

// The walk itself tells expected console messages from unexpected ones.
test.use({ allowConsole: [/./] });

test('every screen of the site can be read, on a phone and on a laptop', { tag: PROOF_TAG }, async ({
  page,
}) => {
  test.setTimeout(240_000);
  await expectNoFindings(page, [...publicRoutes(), '/auth', '/admin'], [375, 1280]);
});
