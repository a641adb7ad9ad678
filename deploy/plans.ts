import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

const MIB = 1024 * 1024;
const GB = 1000 ** 3;

interface Plan {
  label: string;
  /** Bytes of the largest file that the storage takes. */
  fileLimit: number;
  storage: number;
  calls: number;
  /** Seconds that a function may live. */
  duration: number;
  pause: string;
}

/** Source: supabase.com/pricing, /docs/guides/functions/limits, /docs/guides/storage/uploads/file-limits, read in 2026-11. */
const free: Plan = {
  label: 'gratuit',
  fileLimit: 50 * MIB,
  storage: GB,
  calls: 500_000,
  duration: 150,
  pause: 'après une semaine sans usage',
};
const pro: Plan = {
  label: 'Pro',
  // More is allowed; the product writes no larger file (supabase/config.toml).
  fileLimit: 500 * 1000 ** 3,
  storage: 100 * GB,
  calls: 2_000_000,
  duration: 400,
  pause: 'jamais',
};

/** The limits of an organisation's plan; those of the free plan when it is unknown. */
export const limitsOf = (plan: string | null): Plan =>
  plan === null || plan === 'free' ? free : { ...pro, label: plan === 'pro' ? 'Pro' : plan };

const number = new Intl.NumberFormat('fr-CA', { maximumFractionDigits: 1 });
const size = (bytes: number) =>
  bytes >= GB ? `${number.format(bytes / GB)} Go` : `${number.format(bytes / MIB)} Mio`;

/** Lines that say where a plan limits the product. */
export function planNotes(plan: string | null): string[] {
  const limits = limitsOf(plan);
  const known = plan === null ? 'inconnu du jeton ; les limites du gratuit sont appliquées' : limits.label;
  return [
    `Forfait : ${known}.`,
    `  Fichiers de ${size(limits.fileLimit)} au plus ; stockage de ${size(limits.storage)}.`,
    ...(limits.fileLimit < 80 * MIB
      ? ['  Les panoramas d’origine et les ZIP de livraison plus lourds seront refusés.']
      : []),
    `  ${number.format(limits.calls)} appels de fonctions par mois, dont ${number.format(callsAMonth('* * * * *'))} pris par le répartiteur.`,
    `  Une fonction : 256 Mio, 2 s de processeur, ${limits.duration} s. Mise en pause : ${limits.pause}.`,
  ];
}

/** Calls of thirty days of a cron period, of those that this product uses. */
export function callsAMonth(period: string): number {
  const [minute = '*', hour = '*'] = period.split(' ');
  const often = (field: string, of: number) =>
    field === '*' ? of : field.startsWith('*/') ? of / Number(field.slice(2)) : field.split(',').length;
  return often(minute, 60) * often(hour, 24) * 30;
}

/** Counts what the demo studio stores, and how often the schedule calls a function. */
function demoFigures(root: string) {
  const folder = join(root, 'supabase/seed/panoramas');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sizes = names
    .map((name) => statSync(join(folder, name)))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.size);
  const schemas = join(root, 'supabase/schemas');
  const periods = readdirSync(schemas).flatMap((name) =>
    Array.from(
      readFileSync(join(schemas, name), 'utf8').matchAll(
        /cron\.schedule\('[^']+', '([^']+)', 'select private\.call_dispatcher\(\)'/g,
      ),
      ([, period = '']) => period,
    ),
  );
  return {
    objects: sizes.length,
    // A tour's folder, then a panorama's.
    panoramas: names.filter((name) => name.split(sep).length === 2).length,
    bytes: sizes.reduce((sum, one) => sum + one, 0),
    largest: Math.max(...sizes),
    calls: periods.reduce((sum, period) => sum + callsAMonth(period), 0),
  };
}

/** The table of plans with the figures of the demo studio, as docs/deploy.md has it. */
export function plansTable(root: string): string {
  const demo = demoFigures(root);
  const share = (part: number, whole: number) =>
    part * 1000 < whole ? 'moins de 0,1 %' : `${number.format((100 * part) / whole)} %`;
  const row = (name: string, of: (plan: Plan) => string, here: string) =>
    `| ${name} | ${of(free)} | ${of(pro)} | ${here} |`;
  return [
    '| | gratuit | Pro | studio de démonstration |',
    '|---|---|---|---|',
    row('fichiers', () => 'sans limite', `${number.format(demo.objects)}, pour ${demo.panoramas} panoramas`),
    row(
      'stockage',
      ({ storage }) => `${size(storage)}, dont ${share(demo.bytes, storage)} pris`,
      `${size(demo.bytes)} (${number.format(demo.bytes)} octets)`,
    ),
    row('le plus gros fichier', ({ fileLimit }) => size(fileLimit), `${number.format(demo.largest)} octets`),
    row(
      'appels de fonctions par mois',
      ({ calls }) => `${number.format(calls)}, dont ${share(demo.calls, calls)} pris`,
      `${number.format(demo.calls)}, un par minute`,
    ),
    row('durée d’une fonction', ({ duration }) => `${duration} s`, '55 s et un message'),
    row('mémoire et processeur d’une fonction', () => '256 Mio, 2 s', ''),
    row('mise en pause', ({ pause }) => pause, ''),
  ].join('\n');
}
