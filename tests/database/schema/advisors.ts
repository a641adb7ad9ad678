// Runs the official security and performance advisors on the migrated database; fails on a warning or an error.
// Accepted warnings, if ever, are listed here and explained in docs/decisions/.
import pg from 'pg';
import { startRealPostgres } from '../engines/real-postgres.ts';
import { runSupabase } from './supabase-cli.ts';

type Finding = { name: string; level: 'INFO' | 'WARN' | 'ERROR'; detail: string };

const accepted: string[] = [];

const postgres = await startRealPostgres({ api: false });
try {
  await plantFaults();
  const found = await advise();
  mustSeeFaults(found);
  const findings = found.filter((finding) => !isPlanted(finding));
  const serious = findings.filter((f) => f.level !== 'INFO' && !accepted.includes(`${f.name}: ${f.detail}`));
  for (const finding of serious) console.error(`${finding.level} ${finding.name}: ${finding.detail}`);

  const notes = findings.filter((f) => f.level === 'INFO');
  const names = [...new Set(notes.map((f) => f.name))].map((name) => `${name} ${count(notes, name)}`);
  console.log(`Advisors: ${serious.length} warnings or errors; notes: ${names.join(', ') || 'none'}.`);
  if (serious.length > 0) process.exitCode = 1;
} finally {
  await postgres.stop();
}

async function advise(): Promise<Finding[]> {
  const { stdout } = await runSupabase([
    'db',
    'advisors',
    '--level=info',
    '--fail-on=none',
    '--output-format=json',
    `--remote=${postgres.url}?sslmode=disable`,
  ]);
  return (JSON.parse(stdout) as { results: Finding[] }).results;
}

/**
 * Plants a table without row-level security and a loose function, which the advisors must report: a silent advisor
 * proves nothing.
 */
async function plantFaults(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    await client.query(`
      create table public.planted_fault (id integer primary key);
      grant select on public.planted_fault to anon;
      create function public.planted_fault() returns integer language sql as 'select 1';
    `);
  } finally {
    await client.end();
  }
}

function isPlanted({ detail }: Finding): boolean {
  return detail.includes('planted_fault');
}

function mustSeeFaults(findings: Finding[]): void {
  const seen = findings.filter((finding) => finding.level !== 'INFO' && isPlanted(finding));
  for (const name of ['rls_disabled_in_public', 'function_search_path_mutable']) {
    if (!seen.some((f) => f.name === name)) throw new Error(`The advisors did not see the planted ${name}`);
  }
}

function count(findings: Finding[], name: string): number {
  return findings.filter((f) => f.name === name).length;
}
