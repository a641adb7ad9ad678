import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { ScreenLook } from './walker.ts';

const folder = fileURLToPath(new URL('../walk-pictures', import.meta.url));
/** Width of a picture in the sheet, in px, on which a list of a large screen can be read. */
const THUMB = 900;

type Visit = { engine: string; role: string; seed: string };
type Line = Visit & { screen: string; kind: string; text: string; widths: number[] };

const fileName = (screen: string) =>
  screen
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replace(/[^\p{L}\d]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80) || 'accueil';

/** Collects the findings and pictures of the walk: findings are printed at once, pictures are laid out at the end. */
export class Report {
  readonly lines: Line[] = [];
  private readonly pictures = new Map<string, { engine: string; width: number; picture: Buffer }[]>();
  private readonly counts = new Map<
    string,
    { screens: Set<string>; looks: number; findings: number; ms: number }
  >();

  async add(visit: Visit, { screen, width, findings, picture }: ScreenLook): Promise<void> {
    const sheet = join(folder, visit.seed, visit.role, `${fileName(screen)}.jpg`);
    if (picture) {
      const small = await sharp(picture)
        .resize({ width: THUMB, withoutEnlargement: true })
        .jpeg({ quality: 70 })
        .toBuffer();
      const row = this.pictures.get(sheet) ?? [];
      this.pictures.set(sheet, [...row, { engine: visit.engine, width, picture: small }]);
    }
    const count = this.countOf(visit);
    count.screens.add(screen);
    if (picture) count.looks++;
    for (const { kind, text } of findings) {
      // A panel that opens is over its screen, whose findings are not repeated.
      const known = this.lines.find(
        (line) =>
          line.kind === kind &&
          line.text === text &&
          `${screen} › `.startsWith(`${line.screen} › `) &&
          (['engine', 'role', 'seed'] as const).every((name) => line[name] === visit[name]),
      );
      if (known) {
        if (!known.widths.includes(width)) known.widths.push(width);
        continue;
      }
      this.lines.push({ ...visit, screen, kind, text, widths: [width] });
      count.findings++;
      console.log(
        `✗ ${visit.seed} · ${visit.engine} · ${visit.role} · ${screen} · ${width} px · ${kind}: ${text}\n    ${sheet}`,
      );
    }
  }

  time(visit: Visit, ms: number): void {
    this.countOf(visit).ms += ms;
  }

  private countOf({ engine, role, seed }: Visit) {
    const key = `${seed} · ${engine} · ${role}`;
    const count = this.counts.get(key) ?? { screens: new Set(), looks: 0, findings: 0, ms: 0 };
    this.counts.set(key, count);
    return count;
  }

  /** Writes one picture for each screen: a row for each engine, a column for each width. */
  async writeSheets(): Promise<void> {
    for (const [file, all] of this.pictures) {
      const engines = [...new Set(all.map(({ engine }) => engine))];
      const widths = [...new Set(all.map(({ width }) => width))].sort((a, b) => a - b);
      const sized = await Promise.all(
        all.map(async (one) => ({ ...one, height: (await sharp(one.picture).metadata()).height ?? 0 })),
      );
      const heights = engines.map((engine) =>
        Math.max(...sized.filter((one) => one.engine === engine).map(({ height }) => height)),
      );
      const top = (row: number) => heights.slice(0, row).reduce((sum, height) => sum + height + 8, 0);
      const sheet = sharp({
        create: {
          width: widths.length * (THUMB + 8),
          height: top(engines.length),
          channels: 3,
          background: '#888',
        },
      }).composite(
        sized.map(({ engine, width, picture }) => ({
          ...{ input: picture, left: widths.indexOf(width) * (THUMB + 8), top: top(engines.indexOf(engine)) },
        })),
      );
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, await sheet.jpeg({ quality: 75 }).toBuffer());
    }
    console.log(`${this.pictures.size} planches dans ${folder}`);
  }

  /** Prints the table of screens, and returns whether nothing was found. */
  summary(): boolean {
    console.table(
      Object.fromEntries(
        [...this.counts].map(([name, { screens, looks, findings, ms }]) => [
          name,
          { écrans: screens.size, images: looks, constats: findings, secondes: Math.round(ms / 1000) },
        ]),
      ),
    );
    for (const { seed, engine, role, screen, widths, kind, text } of this.lines) {
      console.log(`${seed} · ${engine} · ${role} · ${screen} · ${widths.join(', ')} px · ${kind}: ${text}`);
    }
    console.log(this.lines.length === 0 ? 'Aucun constat.' : `${this.lines.length} constats.`);
    return this.lines.length === 0;
  }
}
