import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * The three encoders: of the screens, of the messages (functions share no code with src), and of a DNS record to copy.
 */
const encoders = [
  'src/shared/lib/mailto-href.ts',
  'supabase/functions/_shared/campaign/campaign-message.ts',
  'supabase/functions/check-sender-domains/handler.ts',
];

test('every mailto link is made where addresses are encoded', () => {
  const files = execFileSync('git', [
    'ls-files',
    '-co',
    '--exclude-standard',
    'src',
    'supabase/functions',
    'build',
    'local',
  ])
    .toString()
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.includes('/_testing/'));
  const makers = files.filter((path) =>
    /mailto:\$\{|["'`]mailto:["'`]\s*\+|href=["']mailto:/.test(readFileSync(path, 'utf8')),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(makers.sort()).toEqual(encoders);
});
