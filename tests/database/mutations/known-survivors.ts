import { readFile, writeFile } from 'node:fs/promises';

const page = new URL('../../../docs/mutants.md', import.meta.url);
const UNEXPLAINED = '## Not explained yet';

const nameIn = (line: string) => /^- `(.*)`$/.exec(line)?.[1];

/** The mutants that docs/mutants.md lists: no check notices them, and the page says why. */
export async function knownSurvivors(): Promise<Set<string>> {
  const lines = (await readFile(page, 'utf8')).split('\n');
  return new Set(lines.map(nameIn).filter((name) => name !== undefined));
}

/** Writes the survivors of a full run into docs/mutants.md, and keeps those that it explains in place. */
export async function writeSurvivors(survivors: string[], tried: number): Promise<void> {
  const text = (await readFile(page, 'utf8')).replace(
    /The last whole run tried \d+ and noticed \d+/,
    `The last whole run tried ${tried} and noticed ${tried - survivors.length}`,
  );
  const known = await knownSurvivors();
  const kept = text.split('\n').filter((line) => {
    const name = nameIn(line);
    return name === undefined || survivors.includes(name);
  });
  const added = survivors.filter((name) => !known.has(name)).map((name) => `- \`${name}\``);
  // The last heading of the page, below which new survivors go.
  const heading = kept.includes(UNEXPLAINED) ? '' : `\n${UNEXPLAINED}\n\n`;
  const unexplained = added.length > 0 ? `${heading}${added.join('\n')}\n` : '';
  await writeFile(page, `${kept.join('\n').trimEnd()}\n${unexplained}`);
}
