import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../database/engines/free-port.ts';
import { startStack } from '../../support/stack.ts';
import { claimCode } from '../studio.ts';
import type { Task } from './task.ts';
import { words } from './words.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Time in ms in which the slowest machine cuts panoramas and uploads them. */
const PATIENCE = 400_000;

/** Lists the panorama files: the site's own, unless `PANORAMAS` names a folder. */
function panoramas(): string[] {
  const folder = resolve(root, process.env.PANORAMAS ?? 'public/images/panoramas');
  return readdirSync(folder).flatMap((name) => (name.endsWith('.jpg') ? [join(folder, name)] : []));
}

export const firstTour: Task = {
  number: 1,
  title: 'Une première visite, de ses panoramas jusqu’en ligne',
  begins: 'Une installation neuve, sans compte.',
  most: 15,
  run: async (hand) => {
    const port = String(await freePort());
    const stack = await startStack({ env: { SEED: 'none', PUBLISH: '1', PUBLISHED_PORT: port } });
    try {
      await hand.start(`${stack.info.webUrl}/admin`);
      await hand.press(words.signUp);
      await hand.fill(words.email, stack.info.admin.email);
      await hand.fill(words.password, 'quatre mots pris au hasard');
      await hand.press(words.createAccount);
      await hand.fill(words.studioCode, await claimCode(stack));
      await hand.press(words.claimStudio);
      await hand.press(words.tours, words.menu);
      await hand.press(words.newTour);
      await hand.give(words.panoramas, panoramas());
      await hand.fill(words.tourTitle, 'Le vieux bourg et le phare');
      await hand.fill(words.tourDescription, 'Du quai au phare, sept points de vue.');
      await hand.press(words.createTour);
      await hand.press(words.publish, undefined, PATIENCE);
      await hand.sees('En ligne ·', PATIENCE);
    } finally {
      await stack.stop();
      rmSync(stack.dataDir, { recursive: true, force: true });
    }
  },
};
