import { becomeAdmin, PROOF_TAG, test } from '../../support/fixtures.ts';
import { expectNoFindings } from '../../support/walk.ts';
import { adminRoutes } from '../../walk/routes.ts';

// The walk itself tells expected console messages from unexpected ones.
test.use({ allowConsole: [/./] });

// cut-texts.spec.ts covers the lists of larger screens.
test('every screen of the back office can be read on a phone, whose fields do not make it zoom', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  test.setTimeout(240_000);
  await becomeAdmin(page);
  await expectNoFindings(page, adminRoutes(), [375]);
});
