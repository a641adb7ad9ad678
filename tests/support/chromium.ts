import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
const { version } = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8'));

/** Another version unpacks beside, never over: the package takes what it finds for its own. */
const home = join(tmpdir(), `territoire-360-chromium-${version}`);

/**
 * The Chromium that ships inside an npm package, unpacked on first use together with the system libraries it
 * needs, so that a machine with nothing but Node can run it.
 *
 * @returns its path, and the environment that lets it find those libraries
 */
export async function unpackChromium(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const env = { ...(process.env as Record<string, string>) };
  if (!existsSync(home)) await unpack();
  const FONTCONFIG_FILE = join(home, 'fonts.conf');
  writeFileSync(FONTCONFIG_FILE, fontConfig);
  return {
    executablePath: join(home, 'chromium'),
    env: { ...env, LD_LIBRARY_PATH: join(home, 'al2023', 'lib'), FONTCONFIG_FILE },
  };
}

/** Unpacks aside and then gives the folder its name, so that nobody finds half a browser. */
async function unpack() {
  const before = { ...process.env };
  const aside = `${home}-${process.pid}`;
  mkdirSync(aside, { recursive: true });
  // The package unpacks into the temporary folder, and its libraries only where it believes to be on the
  // platform they were built for; it then changes the environment of the whole process, which we undo.
  process.env.TMPDIR = aside;
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs20.x';
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
  // Another process may have been first.
  if (existsSync(home)) rmSync(aside, { recursive: true });
  else renameSync(aside, home);
}

/**
 * The package's own configuration looks for its fonts in /tmp/fonts only; where there are none, Chromium crashes on the
 * first letter that a web font does not have. With this one it finds them where they were unpacked, and no others, so
 * that a page measures the same on every machine.
 */
const fontConfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(home, 'fonts', 'fonts')}</dir>
  <cachedir>${join(home, 'fonts-cache')}</cachedir>
</fontconfig>
`;
