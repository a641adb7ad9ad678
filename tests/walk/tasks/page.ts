import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Counts } from './hand.ts';
import { tasks } from './list.ts';
import { notes } from './notes.ts';

/** Cost of one task done in one way, or the place where it failed. */
export type DoneTask = Counts & { task: number; way: string; deadEnd?: string };

type Measured = {
  /** Date of the last measurement. */
  date: string;
  engine: string;
  machine: string;
  ours: DoneTask[];
  peer?: { name: string; version: string; date: string; done: DoneTask[] };
};

export const WAYS = ['téléphone', 'bureau', 'clavier'];

const root = new URL('../../../', import.meta.url);
const page = fileURLToPath(new URL('docs/tasks.md', root));
const MEASURES_FILE = fileURLToPath(new URL('tests/walk/tasks/measured.json', root));

function readMeasured(): Measured | undefined {
  try {
    return JSON.parse(readFileSync(MEASURES_FILE, 'utf8')) as Measured;
  } catch {
    return undefined;
  }
}

const place = ({ task, way }: DoneTask) => task * 10 + WAYS.indexOf(way);

/** Replaces older measurements by new ones. */
const renewTasks = (before: readonly DoneTask[], done: readonly DoneTask[]): DoneTask[] =>
  [...before.filter((old) => !done.some((one) => place(one) === place(old))), ...done].sort(
    (a, b) => place(a) - place(b),
  );

const seconds = (milliseconds: number) => Math.round(milliseconds / 1000);
const cellOf = (one: DoneTask | undefined) =>
  one
    ? `${one.presses}${one.deadEnd ? ' (impasse)' : ''} · ${one.fields} · ${seconds(one.waited)} · ${one.screens}`
    : 'non mesuré';

const titleOf = (number: number) => tasks.find((task) => task.number === number)?.title ?? '';

function rows(done: readonly DoneTask[], numbers: readonly number[]): string[] {
  return numbers.map((number) => {
    const most = tasks.find((task) => task.number === number)?.most;
    const cells = WAYS.map((way) => cellOf(done.find((one) => one.task === number && one.way === way)));
    return `| ${number} | ${titleOf(number)} | ${most ? `≤ ${most}` : '–'} | ${cells.join(' | ')} |`;
  });
}

const TABLE_HEAD = [
  `| n° | tâche | barre | ${WAYS.join(' | ')} |`,
  '| ---: | --- | ---: | --- | --- | --- |',
];

/** Lists the findings, once each with the tasks and ways that met them. */
function findings(done: readonly DoneTask[], of: (one: DoneTask) => readonly string[]): string {
  const places = new Map<string, string[]>();
  for (const one of done)
    for (const text of of(one)) places.set(text, [...(places.get(text) ?? []), `${one.task} ${one.way}`]);
  if (places.size === 0) return 'Aucun.';
  return [...places].map(([text, where]) => `- ${text} (${where.join(', ')})`).join('\n');
}

const overLimit = (done: readonly DoneTask[]) =>
  done.filter(({ task, way, presses }) => {
    const most = tasks.find(({ number }) => number === task)?.most;
    return most !== undefined && way !== 'clavier' && presses > most;
  });

function pageOf({ date, engine, machine, ours, peer }: Measured): string {
  const listed = ours.map(({ task }) => task);
  const numbers = tasks.map(({ number }) => number).filter((number) => listed.includes(number));
  const parts = [
    '# Dix tâches, comptées',
    [
      'Écrite par `npm run walk -- --tasks` : ne pas modifier. Chaque tâche est un script (`tests/walk/tasks/`) qui ne presse et ne remplit',
      'que ce qu’il trouve à l’écran par son rôle et son nom, d’une liste de mots écrite avant le premier essai (`words.ts`). Une pression est',
      'un toucher, un clic ou une touche (les lettres d’un texte ne comptent pas); un champ déjà actif n’en demande pas, une liste du système en demande',
      'deux, un choix de fichiers une. Au clavier, chaque Tab compte; J et K vont d’une ligne à l’autre d’une liste, comme la touche ? le dit,',
      'et ce qui annonce un raccourci (Ctrl+Entrée) se presse par lui.',
    ].join('\n'),
    `${date}, ${engine}, ${machine}. Dans chaque case : pressions · champs · secondes d’attente · écrans.`,
    [...TABLE_HEAD, ...rows(ours, numbers)].join('\n'),
    `## Où chacune commence\n\n${tasks.map(({ number, begins }) => `${number}. ${begins}`).join('\n')}`,
    `## Impasses\n\n${findings(ours, ({ deadEnd }) => (deadEnd ? [deadEnd] : []))}`,
    `## Textes coupés\n\nTitres, textes marqués comme premiers, et valeurs des listes d’un ordinateur.\n\n${findings(ours, ({ cut }) => cut)}`,
    `## Sous un avis\n\nCe dont le milieu est sous un avis quand la tâche regarde l’écran. Les avis laissent passer la souris et le doigt.\n\n${findings(ours, ({ covered }) => covered)}`,
    `## Barres non tenues\n\n${
      overLimit(ours)
        .map(
          ({ task, way, presses }) =>
            `- ${task}, ${way} (${presses}) : ${notes.bars[`${task} ${way}`] ?? notes.bars[task] ?? 'sans raison écrite.'}`,
        )
        .join('\n') || 'Aucune.'
    }`,
    `## Le pair\n\n${
      peer
        ? `${peer.name} ${peer.version}, ${peer.date}.\n\n${[...TABLE_HEAD, ...rows(peer.done, [...new Set(peer.done.map(({ task }) => task))])].join('\n')}\n\n${notes.peer}`
        : 'Non mesuré : `PEER=<adresse d’un atomic-crm en marche> npm run walk -- --tasks`.'
    }`,
    ...(notes.byHand ? [`## À la main\n\n${notes.byHand}`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Stores the measurements and rewrites docs/tasks.md. */
export function record(done: readonly DoneTask[], engine: string, peer?: Measured['peer']): void {
  const before = readMeasured();
  const measured: Measured = {
    date: new Date().toLocaleDateString('fr-CA', { timeZone: 'America/Toronto' }),
    engine,
    machine: `${availableParallelism()} cœurs (${cpus()[0]?.model.trim() ?? '?'})`,
    ours: renewTasks(before?.ours ?? [], done),
    ...(peer ? { peer } : before?.peer && { peer: before.peer }),
  };
  writeFileSync(MEASURES_FILE, `${JSON.stringify(measured, null, 2)}\n`);
  writeFileSync(page, pageOf(measured));
}
