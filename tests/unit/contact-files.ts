import { strToU8, zipSync } from 'fflate';

/**
 * Styles of contact lists as people really send them: the headings of each, and the column that belongs to each field.
 */
type Style = {
  name: string;
  headings: string[];
  /** Heading of each field; two for a name in two columns. */
  expected: Record<string, string | [string, string]>;
  /** Lines above the header row. */
  above?: string[][];
};

const styles: Style[] = [
  {
    name: 'prénom et nom de famille',
    headings: [
      'Prénom',
      'Nom de famille',
      'Organisme',
      'Adresse électronique',
      'Téléphone',
      'Ville',
      'Région',
    ],
    expected: {
      ...{ name: ['Prénom', 'Nom de famille'], company: 'Organisme', email: 'Adresse électronique' },
      ...{ phone: 'Téléphone', city: 'Ville', region: 'Région' },
    },
  },
  {
    name: 'notre propre export',
    headings: [
      'Nom',
      'Entreprise',
      'Courriel',
      'Téléphone',
      'Ville',
      'Région',
      'Secteur',
      'Statut',
      'Site web',
      'Notes',
    ],
    expected: {
      ...{ name: 'Nom', company: 'Entreprise', email: 'Courriel', phone: 'Téléphone', city: 'Ville' },
      ...{ region: 'Région', sector: 'Secteur', status: 'Statut', website: 'Site web', notes: 'Notes' },
    },
  },
  {
    name: 'Outlook en français',
    headings: [
      'Titre',
      'Prénom',
      'Nom',
      'Société',
      'Rue (bureau)',
      'Ville (bureau)',
      'Téléphone (bureau)',
      'Adresse de messagerie',
    ],
    expected: {
      ...{ name: ['Prénom', 'Nom'], company: 'Société', email: 'Adresse de messagerie' },
      ...{ phone: 'Téléphone (bureau)', city: 'Ville (bureau)' },
    },
  },
  {
    name: 'Google Contacts',
    headings: [
      'First Name',
      'Last Name',
      'Organization Name',
      'E-mail 1 - Value',
      'Phone 1 - Value',
      'Address 1 - City',
    ],
    expected: {
      ...{ name: ['First Name', 'Last Name'], company: 'Organization Name', email: 'E-mail 1 - Value' },
      ...{ phone: 'Phone 1 - Value', city: 'Address 1 - City' },
    },
  },
  {
    name: 'répertoire du MAMH',
    headings: ['mcode', 'munnom', 'mdes', 'regadm', 'mrc', 'mcourriel', 'mtel', 'mweb', 'mpopul'],
    expected: {
      ...{ name: 'munnom', company: 'munnom', city: 'munnom', sector: 'mdes', region: 'regadm' },
      ...{ email: 'mcourriel', phone: 'mtel', website: 'mweb' },
    },
  },
  {
    name: 'directions générales d’une région',
    headings: ['Municipalité', 'MRC', 'Directeur général', 'Courriel', 'Tél.', 'Population'],
    expected: {
      ...{ name: 'Directeur général', company: 'Municipalité', city: 'Municipalité', email: 'Courriel' },
      phone: 'Tél.',
    },
  },
  {
    name: 'tout en majuscules',
    headings: ['NOM COMPLET', 'ORGANISATION', 'COURRIEL', 'TÉL. BUREAU', 'LOCALITÉ', 'RÉGION ADMINISTRATIVE'],
    expected: {
      ...{ name: 'NOM COMPLET', company: 'ORGANISATION', email: 'COURRIEL', phone: 'TÉL. BUREAU' },
      ...{ city: 'LOCALITÉ', region: 'RÉGION ADMINISTRATIVE' },
    },
  },
  {
    name: 'formulaire avec étoiles',
    headings: ['Personne-ressource *', 'Nom de l’organisme *', 'Courriel *', 'No de téléphone', 'Ville *'],
    expected: {
      ...{ name: 'Personne-ressource *', company: 'Nom de l’organisme *', email: 'Courriel *' },
      ...{ phone: 'No de téléphone', city: 'Ville *' },
    },
  },
  {
    name: 'LinkedIn',
    headings: ['First Name', 'Last Name', 'Email Address', 'Company', 'Position', 'City'],
    expected: {
      ...{ name: ['First Name', 'Last Name'], company: 'Company', email: 'Email Address', city: 'City' },
    },
  },
  {
    name: 'HubSpot',
    headings: [
      'Record ID',
      'First Name',
      'Last Name',
      'Email',
      'Phone Number',
      'Company Name',
      'City',
      'Lead Status',
    ],
    expected: {
      ...{ name: ['First Name', 'Last Name'], company: 'Company Name', email: 'Email' },
      ...{ phone: 'Phone Number', city: 'City', status: 'Lead Status' },
    },
  },
  {
    name: 'suivi de ventes maison',
    headings: ['Contact', 'Client', 'E-mail', 'Cellulaire', 'Municipalité', 'Étape'],
    expected: {
      ...{ name: 'Contact', company: 'Client', email: 'E-mail', phone: 'Cellulaire', city: 'Municipalité' },
      status: 'Étape',
    },
  },
  {
    name: 'chambre de commerce',
    headings: [
      'Raison sociale',
      'Représentant',
      'Courrier électronique',
      'Numéro de téléphone',
      'Ville',
      'Catégorie',
      'Site Internet',
    ],
    expected: {
      ...{ name: 'Représentant', company: 'Raison sociale', email: 'Courrier électronique' },
      ...{ phone: 'Numéro de téléphone', city: 'Ville', sector: 'Catégorie', website: 'Site Internet' },
    },
  },
  {
    name: 'congrès',
    headings: [
      'Nom et prénom',
      'Employeur',
      'Courriel professionnel',
      'Téléphone (travail)',
      'Ville/Municipalité',
      'Région administrative',
      'Commentaires',
    ],
    expected: {
      ...{ name: 'Nom et prénom', company: 'Employeur', email: 'Courriel professionnel' },
      ...{ phone: 'Téléphone (travail)', city: 'Ville/Municipalité', region: 'Région administrative' },
      notes: 'Commentaires',
    },
  },
  {
    name: 'municipalités sans personne',
    headings: ['Nom de la municipalité', 'Adresse courriel', 'Téléphone principal', 'Nom de la région'],
    expected: {
      ...{
        name: 'Nom de la municipalité',
        company: 'Nom de la municipalité',
        city: 'Nom de la municipalité',
      },
      ...{ email: 'Adresse courriel', phone: 'Téléphone principal', region: 'Nom de la région' },
    },
  },
  {
    name: 'ressources humaines',
    headings: ['Nom', 'Prénom', 'Fonction', 'Établissement', 'Courriel du contact', 'Poste', 'Localité'],
    expected: {
      ...{
        name: ['Prénom', 'Nom'],
        company: 'Établissement',
        email: 'Courriel du contact',
        city: 'Localité',
      },
    },
  },
  {
    name: 'hébergement touristique',
    headings: [
      'Nom de l’établissement',
      'Type d’établissement',
      'Ville',
      'Région',
      'Téléphone',
      'Courriel',
      'Site Web',
    ],
    expected: {
      ...{
        name: 'Nom de l’établissement',
        company: 'Nom de l’établissement',
        sector: 'Type d’établissement',
      },
      ...{ city: 'Ville', region: 'Région', phone: 'Téléphone', email: 'Courriel', website: 'Site Web' },
    },
  },
  {
    name: 'titres inattendus, cellules parlantes',
    headings: ['Nom', 'Organisation', 'Boîte à messages', 'Joindre au', 'Ville'],
    expected: {
      ...{
        name: 'Nom',
        company: 'Organisation',
        email: 'Boîte à messages',
        phone: 'Joindre au',
        city: 'Ville',
      },
    },
  },
  {
    name: 'titre et date au-dessus',
    above: [
      ['Liste des participants, assises 2026'],
      ['Produite le 14 octobre 2026, pour usage interne'],
      [],
    ],
    headings: ['Prénom', 'Nom', 'Organisme', 'Courriel', 'Téléphone', 'Ville'],
    expected: {
      ...{
        name: ['Prénom', 'Nom'],
        company: 'Organisme',
        email: 'Courriel',
        phone: 'Téléphone',
        city: 'Ville',
      },
    },
  },
  {
    name: 'base de données',
    headings: ['id', 'nom_complet', 'organisation', 'courriel', 'telephone', 'ville', 'region', 'cree_le'],
    expected: {
      ...{
        name: 'nom_complet',
        company: 'organisation',
        email: 'courriel',
        phone: 'telephone',
        city: 'ville',
      },
      region: 'region',
    },
  },
  {
    name: 'CRM en anglais',
    headings: ['Account Name', 'Full Name', 'Email', 'Business Phone', 'City', 'Industry', 'Description'],
    expected: {
      ...{
        name: 'Full Name',
        company: 'Account Name',
        email: 'Email',
        phone: 'Business Phone',
        city: 'City',
      },
      ...{ sector: 'Industry', notes: 'Description' },
    },
  },
];

const first = ['Anne', 'Éric', 'Noémie', 'Luc', 'Chloé'];
const last = ['Côté', 'Lévesque', 'St-Pierre', 'D’Amours', 'Bœuf'];
const towns = [
  ['Rimouski', 'Bas-Saint-Laurent'],
  ['Alma', 'Saguenay–Lac-Saint-Jean'],
  ['Percé', 'Gaspésie–Îles-de-la-Madeleine'],
  ['Mont-Laurier', 'Laurentides'],
] as const;
const phones = [
  '418 555-01{n}',
  '(819) 555-01{n} poste 4',
  '1-450-555-01{n}',
  '418.555.01{n}',
  '+1 819 555 01{n}',
];
const emails = [
  '{u}@ville{n}.example',
  'mailto:{u}@ville{n}.example',
  'Accueil <{u}@ville{n}.example>',
  '{u}@ville{n}.example; info@ville{n}.example',
];

/** Returns the cell under a heading in row `n`. */
function cell(style: Style, heading: string, n: number): string {
  const at = <T>(all: readonly T[]) => all[n % all.length] as T;
  const field = Object.entries(style.expected).find(([, is]) => [is].flat().includes(heading));
  const digits = String(n).padStart(2, '0');
  const [town, region] = at(towns);
  if (!field) return String(1000 + n);
  const [named, is] = field;
  if (Array.isArray(is)) return heading === is[0] ? at(first) : at(last);
  switch (named) {
    case 'name':
      return style.expected.company === heading ? town : `${at(first)} ${at(last)} ${n}`;
    case 'company':
      return style.expected.city === heading ? town : `Municipalité de ${town}`;
    case 'email':
      return at(emails).replaceAll('{u}', `dg${n}`).replaceAll('{n}', digits);
    case 'phone':
      return at(phones).replace('{n}', digits);
    case 'city':
      return town;
    case 'region':
      return region;
    case 'sector':
      return at(['Mairie', 'MRC', 'Hôtel', 'Ville']);
    case 'status':
      return at(['Prospect', 'Client', 'À contacter', 'Intéressé']);
    case 'website':
      return `www.ville${digits}.example`;
    default:
      return 'À rappeler en janvier';
  }
}

const encoders = {
  'CSV UTF-8 avec BOM, points-virgules': (rows: string[][]) => strToU8(`\uFEFF${delimited(rows, ';')}`),
  'CSV Windows-1252, points-virgules': (rows: string[][]) => windows1252(delimited(rows, ';')),
  'CSV UTF-8 sans BOM, virgules': (rows: string[][]) => strToU8(delimited(rows, ',')),
  'texte Unicode (UTF-16), tabulations': (rows: string[][]) => utf16(delimited(rows, '\t')),
  'classeur xlsx': (rows: string[][]) => workbook(rows),
};

const delimited = (rows: string[][], delimiter: string) =>
  rows
    .map((cells) =>
      cells
        .map((text) => (/[";,\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
        .join(delimiter),
    )
    .join('\r\n');

/** Characters of Windows-1252 beyond Latin-1 that these lists use. */
const beyondLatin1: Record<string, number> = { '’': 0x92, œ: 0x9c, '–': 0x96, '…': 0x85, '€': 0x80 };
const windows1252 = (text: string) =>
  Uint8Array.from([...text].map((char) => beyondLatin1[char] ?? char.charCodeAt(0)));
const utf16 = (text: string) =>
  Uint8Array.from([
    0xff,
    0xfe,
    ...[...text].flatMap((char) => [char.charCodeAt(0) & 255, char.charCodeAt(0) >> 8]),
  ]);

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const columnLetters = (column: number): string =>
  (column >= 26 ? columnLetters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

/** Makes the parts of a one-sheet workbook as Excel writes them; `cells` is the XML inside `<sheetData>`. */
export function workbookOf(
  cells: string,
  shared: readonly string[] = [],
  more: Record<string, Uint8Array> = {},
) {
  const xml = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`);
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return zipSync({
    '[Content_Types].xml': xml(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    ),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Liste &amp; suivi" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/sharedStrings.xml': xml(
      `<sst xmlns="${main}">${shared.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
    ),
    'xl/styles.xml': xml(
      `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    ),
    'xl/worksheets/sheet1.xml': xml(`<worksheet xmlns="${main}"><sheetData>${cells}</sheetData></worksheet>`),
    ...more,
  });
}

/** Makes a workbook with shared strings, numeric cells, and the styled empty rows that Excel leaves below a list. */
function workbook(rows: string[][]): Uint8Array {
  const shared = [...new Set(rows.flat())];
  const cells = rows.map(
    (row, index) =>
      `<row r="${index + 1}">${row
        .map((text, column) => {
          const at = `r="${columnLetters(column)}${index + 1}"`;
          if (text === '') return `<c ${at} s="1"/>`;
          return /^\d{4,10}$/.test(text)
            ? `<c ${at}><v>${text}</v></c>`
            : `<c ${at} t="s"><v>${shared.indexOf(text)}</v></c>`;
        })
        .join('')}</row>`,
  );
  const below = Array.from(
    { length: 200 },
    (_, n) => `<row r="${rows.length + n + 1}"><c r="A${rows.length + n + 1}" s="1"/></row>`,
  );
  return workbookOf([...cells, ...below].join(''), shared);
}

/** The number of contacts in each file. */
export const CONTACTS = 12;

export type ContactFile = {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  headings: string[];
  expected: Style['expected'];
};

/** Forty files: twenty ways to write the headings, each in two of the five forms in which spreadsheets save. */
export function contactFiles(): ContactFile[] {
  const forms = Object.entries(encoders);
  return styles.flatMap((style, index) =>
    [0, 1].map((turn) => {
      const [form, encode] = forms[
        (index * 2 + turn + Math.floor(index / 5)) % forms.length
      ] as (typeof forms)[number];
      const rows = Array.from({ length: CONTACTS }, (_, n) =>
        style.headings.map((heading) => cell(style, heading, n + 10)),
      );
      return {
        name: `${style.name}, ${form}`,
        bytes: Uint8Array.from(encode([...(style.above ?? []), style.headings, ...rows])),
        headings: style.headings,
        expected: style.expected,
      };
    }),
  );
}
