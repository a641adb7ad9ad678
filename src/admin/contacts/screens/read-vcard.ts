import type { NumberedRow } from '@/admin/kit/lib/read-csv';
import { type Table, toTable } from './parse-table';

/** A property of a card: « TEL;TYPE=CELL:418 555-0101 ». */
type Property = { name: string; value: string };

/** Columns of the table, named as the import knows them, and the properties that fill each. */
const columns: Readonly<Record<string, (card: Card) => string>> = {
  Nom: (card) => card.first('FN') || card.parts('N', [1, 0]),
  Entreprise: (card) => card.parts('ORG', [0]),
  'Titre exact': (card) => card.first('TITLE') || card.first('ROLE'),
  Courriel: (card) => card.all('EMAIL').join('; '),
  Téléphone: (card) => card.all('TEL').join('; '),
  Ville: (card) => card.parts('ADR', [3]),
  Région: (card) => card.parts('ADR', [4]),
  'Site web': (card) => card.all('URL').join(' ::: '),
  Notes: (card) => card.all('NOTE').join('\n'),
};

/** Decodes quoted-printable text (vCard 2.1), as UTF-8 or the character set that it names. */
function fromQuotedPrintable(value: string, parameters: string): string {
  const charset = /CHARSET=([\w-]+)/i.exec(parameters)?.[1] ?? 'utf-8';
  const bytes = [...value.matchAll(/=([\dA-F]{2})|([^=]|=)/gis)].flatMap(([, code, letter = '']) =>
    code ? [Number.parseInt(code, 16)] : [...new TextEncoder().encode(letter)],
  );
  try {
    return new TextDecoder(charset).decode(Uint8Array.from(bytes));
  } catch {
    return value;
  }
}

const unescaped = (text: string): string =>
  text.replace(/\\([nN,;:\\])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));

class Card {
  readonly #properties: readonly Property[];

  constructor(properties: readonly Property[]) {
    this.#properties = properties;
  }

  #named(name: string): Property[] {
    return this.#properties.filter((one) => one.name === name);
  }

  all(name: string): string[] {
    return this.#named(name)
      .map(({ value }) =>
        unescaped(value)
          .replace(/^(?:tel|mailto):/i, '')
          .trim(),
      )
      .filter(Boolean);
  }

  first(name: string): string {
    return this.all(name)[0] ?? '';
  }

  /** Parts of a value that semicolons separate, in this order. */
  parts(name: string, order: readonly number[]): string {
    const parts = (this.#named(name)[0]?.value ?? '').split(/(?<!\\);/);
    return order
      .map((part) => unescaped(parts[part] ?? '').trim())
      .filter(Boolean)
      .join(' ');
  }
}

/**
 * Reads the cards of address books (vCard 2.1, 3.0 and 4.0) as a table, each at the line where it begins.
 *
 * @throws Error in French, when there is no card or too many
 */
export function readVcards(text: string): Table {
  // A long line goes on below a space; in quoted-printable, below a sign « = ».
  const lines = text.split(/\r\n?|\n/);
  const rows: NumberedRow[] = [];
  let properties: Property[] | undefined;
  let start = 0;
  const close = () => {
    if (properties) {
      const card = new Card(properties);
      rows.push({ cells: Object.values(columns).map((cell) => cell(card)), line: start });
    }
    properties = undefined;
  };
  for (let at = 0; at < lines.length; at++) {
    let line = lines[at] as string;
    const begin = at + 1;
    const isQuoted = /^[^:]*ENCODING=QUOTED-PRINTABLE/i.test(line);
    while (isQuoted && line.endsWith('=') && at + 1 < lines.length) line = line.slice(0, -1) + lines[++at];
    while (/^[ \t]/.test(lines[at + 1] ?? '')) line += (lines[++at] as string).slice(1);
    const found = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/s.exec(line);
    if (!found) continue;
    const [, name = '', parameters = '', raw = ''] = found;
    if (/^BEGIN$/i.test(name) && /^VCARD$/i.test(raw.trim())) {
      // A card that does not end before the next begins is read all the same.
      close();
      [properties, start] = [[], begin];
    } else if (/^END$/i.test(name)) close();
    else {
      const value = isQuoted ? fromQuotedPrintable(raw, parameters) : raw;
      properties?.push({ name: name.toUpperCase(), value });
    }
  }
  close();
  // A column that no card fills is left to one value for the whole list.
  const filled = [...Object.keys(columns).keys()].filter((column) => rows.some(({ cells }) => cells[column]));
  const kept = ({ cells, line }: NumberedRow) => ({
    cells: filled.map((column) => cells[column] ?? ''),
    line,
  });
  return toTable([{ cells: Object.keys(columns), line: 0 }, ...rows].map(kept), '');
}
