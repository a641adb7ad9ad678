import type { Finding, Judge } from '../judge.ts';
import { run, versionOf } from '../programs.ts';

/** The programs that a municipality unpacks and checks a ZIP by. */
export const infoZip: Judge = {
  name: 'Info-ZIP',
  question:
    'Is every ZIP whole, entry by entry, and does `sha256sum` find in the folder of a delivered tour what its list says?',
  version: () => versionOf('unzip', '-v'),
  ask: async (things) => {
    const { zips, tour } = await things.downloads();
    const findings: Finding[] = [];
    for (const { name, file } of zips) {
      const { code, stdout, stderr } = await run('unzip', ['-tq', file]);
      if (code !== 0) findings.push({ rule: 'unzip', where: name, message: stdout + stderr });
    }
    const sums = await run('sha256sum', ['--check', '--quiet', '--strict', 'integrite.sha256'], {
      cwd: tour.folder,
    });
    if (sums.code !== 0)
      findings.push({ rule: 'sha256sum', where: 'visite', message: sums.stdout + sums.stderr });
    return { judged: { files: zips.length }, findings };
  },
};
