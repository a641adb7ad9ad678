import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
const { version } = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8'));

/** Each version is unpacked into a folder of its own, because the package would reuse any browser it finds. */
const home = join(tmpdir(), `territoire-360-chromium-${version}`);

/**
 * Unpacks, on first use, the Chromium in an npm package with the system libraries it needs, so that a machine with only
 * Node can run it.
 *
 * @returns its path, and the environment in which it finds those libraries
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

/** Unpacks into a temporary folder and renames it, so that nobody finds half a browser. */
async function unpack() {
  const before = { ...process.env };
  const aside = `${home}-${process.pid}`;
  mkdirSync(aside, { recursive: true });
  // The package unpacks into the temporary folder, and its libraries only where it believes that it runs on
  // their platform. It then changes the environment of the process, which is restored below.
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
 * The package's font configuration looks only in /tmp/fonts, and Chromium crashes without a fallback font. This one
 * names the unpacked fonts and no others, so that text measures the same on every machine.
 */
const fontConfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(home, 'fonts', 'fonts')}</dir>
  <cachedir>${join(home, 'fonts-cache')}</cachedir>
</fontconfig>
`;
