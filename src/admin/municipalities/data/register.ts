import { cutText } from '@contract/cut-text';
import { placeKey } from '@contract/search-key';
import {
  cellText,
  placeSpelling,
  readAddress,
  readCode,
  readCount,
  readDegrees,
  readEmail,
  readMrc,
  readPhone,
  readRegion,
  readWebsite,
} from './register-cells';
import {
  type FileKind,
  type ReadFile,
  type RegisterFile,
  type RegisterRow,
  readFile,
} from './register-files';

/** A place as the database takes it. */
export type RegisterPlace = {
  code: string;
  kind: 'municipalité' | 'mrc';
  name: string;
  designation: string | null;
  mrc_code: string | null;
  mrc_name: string | null;
  region: string;
  latitude: number | null;
  longitude: number | null;
  population: number | null;
  official_email: string | null;
  phone: string | null;
  website: string | null;
  /** Address of the town hall: « 10, rue des Églises O., Abercorn (Québec) J0E 1B0 ». */
  address: string | null;
  /** True when the coordinates are those of the MRC's centre. */
  approximate: boolean;
};

/** A row or a value that was not imported, with the reason. */
export type Remark = { file: string; line: number; place: string; reason: string };

/** Content of the files. With any of `problems`, nothing of it may be imported. */
export type Register = {
  places: RegisterPlace[];
  /** Reasons why a file cannot be read at all. */
  problems: string[];
  /** Rows left out. */
  rejected: Remark[];
  /** Values left out of rows that are kept. */
  ignored: Remark[];
  /** Number of rows of places in the files: as many as places and rejected rows of these files together. */
  lines: number;
};

type Row = RegisterRow;
/** Collects remarks about a row. */
type Report = { reject: (reason: string) => void; ignore: (reason: string) => void };

/**
 * Reads the official files: MUN.csv, MRC_CM_Arg.csv, either or both, and optionally a third one with coordinates
 * (code, latitude, longitude). Pure, shared by the command and the screen.
 */
export function readRegister(files: readonly RegisterFile[]): Register {
  const register: Register = { places: [], problems: [], rejected: [], ignored: [], lines: 0 };
  const read = new Map<FileKind, ReadFile>();
  for (const file of files) {
    const result = readFile(file);
    if (typeof result === 'string') register.problems.push(result);
    else if (read.has(result.kind)) {
      register.problems.push(`${file.name}\u00a0: le même genre de fichier est donné deux fois.`);
    } else read.set(result.kind, result);
  }
  const [towns, mrcs, coordinates] = [read.get('municipalities'), read.get('mrcs'), read.get('coordinates')];
  if (register.problems.length === 0 && !towns && !mrcs) {
    register.problems.push('Choisissez au moins MUN.csv ou MRC_CM_Arg.csv.');
  }
  if (register.problems.length > 0) return register;

  register.lines = [towns, mrcs].reduce((sum, file) => sum + (file?.rows.length ?? 0), 0);
  const mrcPlaces = mrcs ? readPlaces(register, mrcs, readMrcRow) : [];
  const townPlaces = towns
    ? readPlaces(register, towns, (row, report) => readTown(row, report, mrcPlaces))
    : [];
  register.places = [...townPlaces, ...(mrcs ? mrcPlaces : mrcsOf(townPlaces))];
  if (coordinates) addCoordinates(register, coordinates);
  if (register.places.length === 0) {
    register.problems.push('Aucun lieu lisible dans les fichiers choisis.');
  }
  return register;
}

/** Derives the MRCs from the municipalities, with the sum of their people and the region of most of them. */
function mrcsOf(towns: readonly RegisterPlace[]): RegisterPlace[] {
  return Object.entries(groupPlaces(towns, ({ mrc_code }) => mrc_code ?? '')).flatMap(([code, members]) => {
    const name = members[0]?.mrc_name;
    if (!code || !name) return [];
    const regions = Object.entries(groupPlaces(members, ({ region }) => region));
    const [largest] = regions.sort(([, a], [, b]) => b.length - a.length);
    return {
      code,
      kind: 'mrc',
      name,
      designation: 'MRC',
      mrc_code: null,
      mrc_name: null,
      region: largest?.[0] ?? '',
      population: members.reduce((sum, { population }) => sum + (population ?? 0), 0) || null,
      latitude: null,
      longitude: null,
      approximate: false,
      official_email: null,
      phone: null,
      website: null,
      address: null,
    };
  });
}

function groupPlaces(places: readonly RegisterPlace[], keyOf: (place: RegisterPlace) => string) {
  const groups: Record<string, RegisterPlace[]> = {};
  for (const place of places) {
    const key = keyOf(place);
    groups[key] = [...(groups[key] ?? []), place];
  }
  return groups;
}

function readPlaces(
  register: Register,
  { name: file, rows }: ReadFile,
  read: (row: Row, report: Report) => RegisterPlace | undefined,
): RegisterPlace[] {
  const seen = new Map<string, number>();
  return rows.flatMap((row) => {
    const place = cellText(row.cells.munnom ?? row.cells.mrcnom) ?? '';
    const remark = (reason: string): Remark => ({ file, line: row.line, place, reason });
    const report: Report = {
      reject: (reason) => register.rejected.push(remark(reason)),
      ignore: (reason) => register.ignored.push(remark(reason)),
    };
    if (row.broken) {
      report.reject(row.broken);
      return [];
    }
    if (row.odd) report.ignore(row.odd);
    const found = read(row, report);
    if (!found) return [];
    const before = seen.get(found.code);
    if (before) {
      report.reject(`le code ${found.code} est déjà celui de la ligne ${before}`);
      return [];
    }
    seen.set(found.code, row.line);
    return [found];
  });
}

function readTown({ cells }: Row, report: Report, mrcs: RegisterPlace[]): RegisterPlace | undefined {
  const mrc = readMrc(cells.mrc);
  const known = mrcs.find(({ code, name }) =>
    mrc.code ? code === mrc.code : mrc.name && placeKey(name) === placeKey(mrc.name),
  );
  const place = readPlace(report, {
    code: readCode(cells.mcode, 5),
    name: cells.munnom,
    region: cells.regadm,
    population: cells.mpopul,
    email: cells.mcourriel,
    website: cells.mweb,
  });
  return (
    place && {
      ...place,
      kind: 'municipalité',
      designation: cutText(cellText(cells.mdes) ?? '', 60) || null,
      mrc_code: known?.code ?? mrc.code,
      mrc_name: known?.name ?? (cutText(mrc.name ?? '', 100) || null),
      // Zeros mean that none is known.
      phone: readValue(report, 'téléphone', cells.mtel?.replace(/^0+$/, ''), readPhone),
      address: readAddress(cells.madr1, cells.madr2, cells.mcodpos),
    }
  );
}

function readMrcRow({ cells }: Row, report: Report): RegisterPlace | undefined {
  const place = readPlace(report, {
    code: readCode(cells.mrccod, 3),
    name: cells.mrcnom,
    region: cells.mrcregion,
    population: cells.mrcpopul,
    email: cells.mrccourriel,
    website: cells.mrcweb,
  });
  return (
    place && {
      ...place,
      kind: 'mrc',
      designation: 'MRC',
      mrc_code: null,
      mrc_name: null,
      phone: null,
      address: null,
    }
  );
}

type CommonFields = Record<'name' | 'region' | 'population' | 'email' | 'website', string | undefined>;

/** Fields that both files give for a place. */
type CommonPlace = Omit<
  RegisterPlace,
  'kind' | 'designation' | 'mrc_code' | 'mrc_name' | 'phone' | 'address'
>;

/** Reads a place; `undefined`, with the reason reported, for a row that cannot be kept. */
function readPlace(report: Report, cells: CommonFields & { code: string | null }): CommonPlace | undefined {
  const { code } = cells;
  const name = placeSpelling(cellText(cells.name) ?? '');
  const region = readRegion(cells.region);
  if (!code) report.reject('code absent ou invalide');
  else if (!name) report.reject('nom absent');
  else if (name.length > 100) report.reject('nom de plus de 100 caractères');
  else if (!region) report.reject(`région inconnue\u00a0: «\u00a0${cellText(cells.region) ?? ''}\u00a0»`);
  else {
    return {
      code,
      name,
      region,
      latitude: null,
      longitude: null,
      approximate: false,
      population: readValue(report, 'population', cells.population, readCount),
      official_email: readValue(report, 'courriel', cells.email, readEmail),
      website: readValue(report, 'site', cells.website, readWebsite),
    };
  }
  return undefined;
}

/** Reads an optional value, and reports one that is present and invalid. */
function readValue<Value>(
  report: Report,
  what: string,
  cell: string | undefined,
  read: (cell: string | undefined) => Value | null,
): Value | null {
  const value = read(cell);
  const text = cellText(cell);
  if (value === null && text) report.ignore(`${what} illisible\u00a0: «\u00a0${cutText(text, 60)}\u00a0»`);
  return value;
}

/** Adds coordinates to the places. */
function addCoordinates(register: Register, { name: file, rows }: ReadFile): void {
  const byCode = new Map(register.places.map((place) => [place.code, place]));
  for (const { line, cells } of rows) {
    const code = cellText(cells.code) ?? '';
    const place = byCode.get(readCode(code, 5) ?? '') ?? byCode.get(readCode(code, 3) ?? '');
    const latitude = readDegrees(cells.latitude, 44, 64);
    const longitude = readDegrees(cells.longitude, -81, -56);
    if (!place || latitude === null || longitude === null) {
      const reason = place ? 'coordonnées absentes ou hors du Québec' : 'code absent des autres fichiers';
      register.ignored.push({ file, line, place: place?.name ?? code, reason });
    } else Object.assign(place, { latitude, longitude, approximate: cellText(cells.approximatif) !== null });
  }
}
