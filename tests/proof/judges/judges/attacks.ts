import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding, Judge } from '../judge.ts';
import { run, versionOf } from '../programs.ts';

/** Runs in a folder for what a program keeps of its targets. */
async function inFolder<Result>(act: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'territoire-360-attack-'));
  try {
    return await act(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const WAPITI_SECONDS = 40;
const WAPITI_MODULES =
  'exec,file,sql,blindsql,xss,permanentxss,crlf,redirect,ssrf,xxe,backup,htaccess,methods,shellshock,csp,http_headers,cookieflags';

type Report = {
  vulnerabilities: Record<string, { path: string; info: string; parameter: string }[]>;
  anomalies: Record<string, { path: string; info: string; parameter: string }[]>;
  infos: { target: string; crawled_pages?: number };
};

/** A scanner of web sites. */
export const wapiti: Judge = {
  name: 'Wapiti',
  question:
    'Crawling the built site and two public functions of the API, on this machine and for two minutes: which of its attacks (injections, scripts, redirections, forgotten files, missing headers) succeed?',
  version: () => versionOf('wapiti', '--version'),
  ask: async (things) => {
    const { url, stack } = await things.site();
    const functions = `${stack.apiUrl}/functions/v1`;
    const targets: [string, string[]][] = [
      [`${url}/`, []],
      [`${functions}/`, ['unsubscribe', 'calendar-feed'].map((name) => `${functions}/${name}?jeton=abc`)],
    ];
    const findings: Finding[] = [];
    for (const [target, starts] of targets) {
      await inFolder(async (folder) => {
        const out = join(folder, 'report.json');
        const { stderr, code } = await run(
          'wapiti',
          [
            ...['-u', target, ...starts.flatMap((start) => ['-s', start]), '-m', WAPITI_MODULES],
            ...['--scope', 'folder', '--flush-session', '--no-bugreport', '-f', 'json', '-o', out],
            ...['--max-scan-time', String(WAPITI_SECONDS), '--max-attack-time', '10'],
            ...['--store-session', folder, '--store-config', join(folder, 'config')],
          ],
          { seconds: 180, env: { ...process.env, HOME: folder } },
        );
        let report: Report;
        try {
          report = JSON.parse(readFileSync(out, 'utf8')) as Report;
        } catch {
          findings.push({
            rule: 'run',
            where: target,
            message: `it ended with ${code}: ${stderr.slice(-300)}`,
          });
          return;
        }
        for (const kind of [report.vulnerabilities, report.anomalies])
          for (const [rule, found] of Object.entries(kind))
            for (const { path, info, parameter } of found)
              findings.push({
                rule,
                where: new URL(path, target).pathname,
                message: `${info} (${parameter})`,
              });
      });
    }
    return { judged: { targets: targets.length }, findings };
  },
};

/** A program that looks for SQL in what an address answers. */
export const sqlmap: Judge = {
  name: 'sqlmap',
  question:
    'Can SQL be put into what is asked: the token of a public function, the filter and the parameter of the data API?',
  version: () => versionOf('sqlmap', '--version'),
  ask: async (things) => {
    const { stack } = await things.site();
    const key = `apikey: ${stack.publishableKey}`;
    const targets: [string, string[]][] = [
      ['functions/v1/calendar-feed?jeton=0123', []],
      ['functions/v1/unsubscribe?jeton=7f3a', ['--method=POST']],
      ['rest/v1/virtual_tours?select=slug&slug=eq.saint*', []],
      ['rest/v1/rpc/published_street?street_slug=rue*', []],
    ];
    const findings: Finding[] = [];
    for (const [path, more] of targets) {
      await inFolder(async (folder) => {
        const { stdout, code } = await run(
          'sqlmap',
          [
            ...['-u', `${stack.apiUrl}/${path}`, `--headers=${key}\nContent-Type: application/json`, ...more],
            ...['--batch', '--flush-session', '--disable-coloring', '--skip-waf', '--ignore-code=*'],
            ...['--dbms=PostgreSQL', '--level=1', '--risk=1', '--time-sec=2', '--timeout=10', '--retries=0'],
            ...['--output-dir', folder],
          ],
          { seconds: 120 },
        );
        const isFound = /identified the following injection point/.test(stdout);
        const isDone = /all tested parameters do not appear to be injectable/.test(stdout);
        if (isFound || !isDone)
          findings.push({
            rule: isFound ? 'injection' : 'run',
            where: path,
            message: isFound
              ? stdout.slice(stdout.indexOf('identified'))
              : `it ended with ${code}: ${stdout.slice(-300)}`,
          });
      });
    }
    return { judged: { addresses: targets.length }, findings };
  },
};
