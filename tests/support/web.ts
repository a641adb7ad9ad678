import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Host, startJourneyHost } from '../host/server.ts';
import type { StackInfo } from './stack.ts';

/**
 * Serves, at the address of `to`, the site that was built for `from`: the addresses are all that differs between two
 * stacks with the same keys and content, and a build takes half a minute of processor.
 *
 * @param folder of the site, which is rewritten
 */
export async function serveBuilt(folder: string, from: StackInfo, to: StackInfo): Promise<Host> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const isText = /\.(html|js|json|xml|txt|webmanifest)$|_headers$|_redirects$/;
  for (const file of files.filter((name) => isText.test(name))) {
    const text = readFileSync(file, 'utf8');
    // Hosts, for the content policy may name them without a scheme.
    const moved = text
      .replaceAll(host(from.apiUrl), host(to.apiUrl))
      .replaceAll(host(from.webUrl), host(to.webUrl));
    if (moved !== text) writeFileSync(file, moved);
  }
  return startJourneyHost(folder, Number(new URL(to.webUrl).port));
}

const host = (url: string) => new URL(url).host;
