import { readdirSync, rmSync } from 'node:fs';
import { posix } from 'node:path';
import { sendMarkFolder } from '../../../../local/process/settings.ts';
import { buildSite } from '../../../host/built-site.ts';
import { startHost } from '../../../host/server.ts';
import { SITE } from '../../../support/environment.ts';
import { type StackInfo, startStack } from '../../../support/stack.ts';
import type { Thing } from './things.ts';

/** The built site. */
export type MadeSite = {
  folder: string;
  /** Address of its host. */
  url: string;
  stack: StackInfo;
  /** Every page, by its path. */
  pages: Thing[];
  /** Some pages of each template: all at the root, the first and last of each folder. */
  templates: Thing[];
  drawings: Thing[];
  styles: Thing[];
};

/** Starts the stack with the demo content, builds the site, and serves it. */
export async function makeSite(folder: string, closing: (() => Promise<void>)[]): Promise<MadeSite> {
  const nobody = 'http://127.0.0.1:1';
  const {
    info: stack,
    dataDir,
    stop,
  } = await startStack({
    env: { NODE_ENV: 'production', WEB: '0', REGISTER_URL: nobody, OVERPASS_URL: nobody },
  });
  closing.push(async () => {
    await stop();
    for (const made of [dataDir, sendMarkFolder(dataDir)]) rmSync(made, { recursive: true, force: true });
  });
  await buildSite(stack, SITE, { SITE_OUT: folder });
  const host = await startHost(folder);
  closing.push(host.close);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const ending = (end: string): Thing[] =>
    names.filter((name) => name.endsWith(end)).map((name) => ({ name, file: posix.join(folder, name) }));
  const pages = ending('.html');
  const templates = pages.filter(({ name }, index) => {
    const near = [pages[index - 1], pages[index + 1]].map((page) => page && posix.dirname(page.name));
    const own = posix.dirname(name);
    return own === '.' || near.some((other) => other !== own);
  });
  return { folder, url: host.url, stack, pages, templates, drawings: ending('.svg'), styles: ending('.css') };
}
