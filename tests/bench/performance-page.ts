// Writes docs/performance.md from tests/bench/measured.json, which each benchmark updates.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { PEERS_MEASURED, type Peer } from './peers.ts';
import type { Measure } from './table.ts';

export const PERFORMANCE_PAGE = 'docs/performance.md';
const root = new URL('../../', import.meta.url);
const page = fileURLToPath(new URL(PERFORMANCE_PAGE, root));
const MEASURES_FILE = fileURLToPath(new URL('tests/bench/measured.json', root));

const SLOW = 'processeur ÷ 4, 1,6 Mbit/s, 150 ms, HTTP/2';

/** Title, command and conditions of each section of the page, in order. */
const parts = {
  home: ['Page d’accueil', 'bench.ts', SLOW],
  portfolio: ['Réalisations', 'bench.ts', SLOW],
  visitPeers: ['Visite, à côté de Pannellum', 'visit-peers', SLOW],
  walkedScenes: [
    'Longue marche dans un onglet',
    'walked-scenes',
    'sans carte graphique, sans ralentissement',
  ],
  scripts: ['Scripts de chaque page', 'script-sizes', 'ko de brotli, jusqu’à ce que le réseau se taise'],
  surveys: ['Importation d’un relevé', 'survey-import', 'sans ralentissement'],
  detection: [
    'Recherche des visages et des plaques',
    'detection',
    'sans carte graphique, sans ralentissement',
  ],
  load: [
    'Base de données après des années',
    'load',
    'PostgreSQL 17 et PostgREST; visiteurs sans pause, banc compris',
  ],
  search: ['Chercher partout', 'search', 'PostgreSQL 17; rapport à la lecture de chaque ligne'],
  assistant: ['Questions d’un assistant', 'assistant', 'fonction et PostgreSQL 17, sans réseau'],
  segments: ['Compter un segment', 'segments', 'temps de processeur, PostgreSQL 17'],
  sender: ['Créer et envoyer une campagne', 'sender', 'PostgreSQL 17, fournisseur simulé'],
} as const satisfies Record<string, readonly [string, string, string]>;

export type Part = keyof typeof parts;
type Row = { name: string; value: string; ratio?: string; budget?: string; peers?: string };
type Measured = { date: string; machine: string; note?: string; rows: Row[] };

const number = (value: number, digits = 0, most = digits) =>
  value.toLocaleString('fr-CA', { minimumFractionDigits: digits, maximumFractionDigits: most });

/** Stores the measures of a benchmark and rewrites the page. */
export function record(
  part: Part,
  measures: readonly Measure[],
  note?: string,
  peers: readonly Peer[] = [],
): void {
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  const machine = `${availableParallelism()} cœurs (${cpus()[0]?.model.trim() ?? '?'}), ${gigabytes} Go, charge ${number(loadavg()[0] ?? 0, 1)} à la fin`;
  const rows = measures.map(({ name, ours, reference, most, ratio, digits = 0 }): Row => {
    const others = peers.flatMap((peer) =>
      typeof peer[name] === 'number' ? [`${peer.name} ${number(peer[name])}`] : [],
    );
    return {
      name,
      value: number(ours, digits),
      ...(reference ? { ratio: number(ours / reference, 2) } : {}),
      ...(most !== undefined
        ? { budget: `≤ ${number(most)}` }
        : ratio
          ? { budget: `≤ ${number(ratio, 1, 2)} ×` }
          : {}),
      ...(others.length > 0 ? { peers: others.join('; ') } : {}),
    };
  });
  const date = new Date().toLocaleDateString('fr-CA', { timeZone: 'America/Toronto' });
  const all = { ...readMeasured(), [part]: { date, machine, ...(note ? { note } : {}), rows } };
  writeFileSync(MEASURES_FILE, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(page, performancePage());
}

function readMeasured(): Partial<Record<Part, Measured>> {
  return JSON.parse(readFileSync(MEASURES_FILE, 'utf8'));
}

function section(part: Part, measured: Measured | undefined): string {
  const [title, command, conditions] = parts[part];
  const head = `## ${title}\n\n\`npm run bench -- ${command}\` (${conditions}). `;
  if (!measured) return `${head}**Non mesuré.**\n`;
  const { date, machine, note, rows } = measured;
  const cells = rows.map(({ name, value, ratio, budget, peers }) =>
    [name, value, ratio ? `${ratio} ×` : '–', budget ?? '–', peers ?? '–'].join(' | '),
  );
  const table = ['mesure | nous | rapport | budget | pairs', '--- | ---: | ---: | ---: | ---', ...cells];
  return `${head}${date}, ${machine}.${note ? ` ${note}` : ''}\n\n${table.map((line) => `| ${line} |`).join('\n')}\n`;
}

export function performancePage(): string {
  const measured = readMeasured();
  return `# Performance

Écrite par \`npm run bench\` : ne pas modifier. Chaque banc remplace sa partie, avec sa date et sa machine. \`RUNS=3\` donne un coup
d’œil; les chiffres n’ont de sens que sur une machine au repos. « Rapport » compare avec ce qui est mesuré dans le même essai : une
page statique des mêmes mots, ou un simple compte des mêmes tables. Les pairs ont été mesurés une fois, ${PEERS_MEASURED}.

${(Object.keys(parts) as Part[]).map((part) => section(part, measured[part])).join('\n')}`;
}
