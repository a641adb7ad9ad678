import { strFromU8, unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import type { NumberedRow } from '@/admin/kit/lib/read-csv';
import { columnOf, type MergedRange, mergedRange, spreadMerged } from './merged-cells';
import { MAX_ROWS, type Table, toTable } from './parse-table';

/** Largest unpacked size: a malicious file unpacks a thousandfold to fill the memory. */
const MOST_UNPACKED = 150_000_000;

/** Largest number of columns; cells beyond are ignored. */
const MOST_COLUMNS = 200;

const TOO_LARGE =
  'Ce classeur est trop grand une fois décompressé. Copiez la liste dans un nouveau classeur, ou enregistrez-la en CSV.';
const UNREADABLE_MESSAGE =
  'Ce fichier n’est pas un classeur Excel lisible (.xlsx). Ouvrez-le dans Excel, enregistrez-le de nouveau ou en CSV, puis recommencez.';

type Files = Record<string, Uint8Array>;

/** Unpacks the needed parts of the workbook. The announced sizes are checked first, and never exceeded. */
function unpackParts(bytes: Uint8Array): Files {
  let total = 0;
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    const isWanted =
      /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/i.test(
        name,
      );
    if (!isWanted) return false;
    total += originalSize;
    if (total > MOST_UNPACKED) throw new Error(TOO_LARGE);
    return true;
  };
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    throw new Error(error instanceof Error && error.message === TOO_LARGE ? TOO_LARGE : UNREADABLE_MESSAGE);
  }
}

type Attributes = Readonly<Record<string, string>>;

/**
 * Parses an XML part by its elements, named without their prefix; nothing of it is ever run, and no entity is
 * fetched.
 *
 * @throws Error in French when the part ends before its elements do
 */
function readXml(
  file: Uint8Array | undefined,
  on: {
    open?: (name: string, attributes: Attributes) => void;
    text?: (text: string) => void;
    close?: (name: string) => void;
  },
): void {
  if (!file) return;
  let depth = 0;
  const bare = (name: string) => name.slice(name.indexOf(':') + 1);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth++;
        on.open?.(bare(name), attributes);
      },
      ontext: on.text,
      onclosetag: (name) => {
        depth--;
        on.close?.(bare(name));
      },
    },
    { xmlMode: true },
  );
  parser.write(strFromU8(file));
  if (depth > 0) throw new Error(UNREADABLE_MESSAGE);
  parser.end();
}

/** Undoes the escapes of a workbook (ECMA-376, ST_Xstring): « _x000D_ » is a line end, « _x005F_ » the sign « _ » itself. */
const unescaped = (text: string): string =>
  text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Reads the shared texts: a text in several styles is joined, without its phonetic guide. */
function sharedTexts(file: Uint8Array | undefined): string[] {
  const texts: string[] = [];
  let isText = false;
  let aloud = 0;
  readXml(file, {
    open: (name) => {
      if (name === 'si') texts.push('');
      if (name === 'rPh') aloud++;
      isText = name === 't' && aloud === 0;
    },
    text: (text) => {
      if (isText) texts[texts.length - 1] += text;
    },
    close: (name) => {
      if (name === 'rPh') aloud--;
      isText = false;
    },
  });
  return texts.map(unescaped);
}

/** Determines which cell styles are dates: Excel's own, and those whose format has a year or a day. */
function dateStyles(file: Uint8Array | undefined): boolean[] {
  const formats = new Map<string, string>();
  const styles: boolean[] = [];
  let isCell = false;
  readXml(file, {
    open: (name, attributes) => {
      if (name === 'cellXfs') isCell = true;
      const { numFmtId = '', formatCode = '' } = name === 'numFmt' || name === 'xf' ? attributes : {};
      if (name === 'numFmt') formats.set(numFmtId, formatCode.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''));
      if (name === 'xf' && isCell)
        styles.push(/^(?:1[4-7]|22)$/.test(numFmtId) || /[yd]/i.test(formats.get(numFmtId) ?? ''));
    },
    close: (name) => {
      if (name === 'cellXfs') isCell = false;
    },
  });
  return styles;
}

/** Lists the sheets in order, with name and file, and the first day of the workbook's dates. */
function sheetsOf(files: Files): {
  sheets: { name: string; file: Uint8Array | undefined }[];
  isFrom1904: boolean;
} {
  const targets = new Map<string, string>();
  readXml(files['xl/_rels/workbook.xml.rels'], {
    open: (name, attributes) => {
      if (name !== 'Relationship') return;
      const { Id = '', Target = '' } = attributes;
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  const sheets: { name: string; file: Uint8Array | undefined }[] = [];
  let isFrom1904 = false;
  readXml(files['xl/workbook.xml'], {
    open: (name, attributes) => {
      if (name === 'workbookPr') isFrom1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const { name: title = '', 'r:id': id = '', state } = attributes;
      if (!state || state === 'visible') sheets.push({ name: title, file: files[targets.get(id) ?? ''] });
    },
  });
  return { sheets, isFrom1904 };
}

/** Offset of workbooks of Excel for Mac that count their days from 1904 instead of 1900. */
const DAYS_TO_1904 = 1462;

/** Converts Excel's day number to a day, 2026-12-31; dates before March 1900 do not occur. */
const dayOf = (serial: number) =>
  new Date(Math.round((serial - 25_569) * 86_400_000)).toISOString().slice(0, 10);

/**
 * Formats a number for a person: 8195550101 and not 8.195550101E9.
 *
 * @param dateOffset days to add to a date so that it counts from 1900; undefined for any other number
 */
function numberText(text: string, dateOffset: number | undefined): string {
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  const serial = value + (dateOffset ?? Number.NaN);
  return serial > 60 && serial < 2_958_466 ? dayOf(serial) : String(value);
}

/** Reads the non-empty rows of a sheet. For a formula the saved result is read, and nothing is calculated. */
function rowsOf(
  file: Uint8Array | undefined,
  texts: readonly string[],
  dates: readonly boolean[],
  dateOffset: number,
): NumberedRow[] {
  const rows: NumberedRow[] = [];
  const merged: MergedRange[] = [];
  let line = 0;
  let cells: string[] = [];
  let [column, type, style, value, isValue] = [-1, '', -1, '', false];
  readXml(file, {
    open: (name, attributes) => {
      if (name === 'row') {
        line = Number(attributes.r) || line + 1;
        cells = [];
        column = -1;
      } else if (name === 'c') {
        const { r, t = 'n', s = '-1' } = attributes;
        column = r ? columnOf(r) : column + 1;
        [type, style, value] = [t, Number(s), ''];
      } else if (name === 'mergeCell') {
        const range = mergedRange(attributes.ref ?? '');
        if (range) merged.push(range);
      }
      isValue = name === 'v' || (name === 't' && type === 'inlineStr');
    },
    text: (text) => {
      if (isValue) value += text;
    },
    close: (name) => {
      isValue = false;
      if (name === 'c' && value.trim() !== '' && type !== 'e' && column >= 0 && column < MOST_COLUMNS) {
        while (cells.length < column) cells.push('');
        cells[column] =
          type === 's'
            ? (texts[Number(value)] ?? '')
            : type === 'n'
              ? numberText(value, dates[style] ? dateOffset : undefined)
              : type === 'b'
                ? value === '1'
                  ? 'oui'
                  : 'non'
                : unescaped(value);
      } else if (name === 'row' && cells.length > 0) {
        rows.push({ cells, line });
        // toTable reports it, with the same message as for a text.
        if (rows.length > MAX_ROWS + 100) toTable(rows, '');
      }
    },
  });
  spreadMerged(rows, merged);
  return rows;
}

/** Tells whether a sheet has a cell with a value. */
const hasValues = (file: Uint8Array | undefined) =>
  file !== undefined && /<(?:\w+:)?(?:v|t)[ >]/.test(strFromU8(file));

/**
 * Reads the first sheet of an Excel workbook that holds a list.
 *
 * @returns the list, with the names of its sheet and of the other sheets with something in them
 * @throws Error in French, when there is none, or when the file is not what it claims to be
 */
export function readXlsx(bytes: Uint8Array): { table: Table; sheet: string; otherSheets: string[] } {
  const files = unpackParts(bytes);
  const { sheets, isFrom1904 } = sheetsOf(files);
  if (sheets.length === 0) throw new Error(UNREADABLE_MESSAGE);
  const texts = sharedTexts(files['xl/sharedStrings.xml']);
  const dates = dateStyles(files['xl/styles.xml']);
  let refusal: unknown;
  for (const { name, file } of sheets) {
    try {
      const table = toTable(rowsOf(file, texts, dates, isFrom1904 ? DAYS_TO_1904 : 0), '');
      const others = sheets.filter((other) => other.file !== file && hasValues(other.file));
      return { table, sheet: name, otherSheets: others.map((other) => other.name) };
    } catch (error) {
      refusal ??= error;
    }
  }
  throw refusal;
}
