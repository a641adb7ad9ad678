import { searchKey } from '@contract/search-key';
import type { ContactField } from './mapping';

/** Normalises a heading for comparison: without case, accents, punctuation or the star of a required column. */
const headingKey = (heading: string): string =>
  searchKey(heading)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Headings of people's lists, mail programs and registers, normalised by `headingKey`; the surest first. */
export const usualHeadings: Readonly<Record<ContactField | 'firstName' | 'lastName', readonly string[]>> = {
  firstName: [
    ...['prenom', 'prenoms', 'prenom du contact', 'prenom contact', 'prenom du responsable', 'prenom usuel'],
    ...['first name', 'firstname', 'given name'],
  ],
  lastName: [
    ...['nom de famille', 'nom famille', 'patronyme', 'nom du contact', 'nom contact', 'nom du responsable'],
    ...['last name', 'lastname', 'surname', 'family name', 'nom'],
  ],
  name: [
    ...['nom complet', 'nom et prenom', 'prenom et nom', 'nom prenom', 'prenom nom', 'nom du contact'],
    ...['nom contact', 'personne contact', 'personne ressource', 'personne a contacter', 'contact principal'],
    ...[
      'contact',
      'interlocuteur',
      'nom du responsable',
      'personne responsable',
      'responsable',
      'representant',
    ],
    ...['destinataire', 'personne', 'titulaire', 'full name', 'contact name', 'display name', 'nom affiche'],
    ...[
      'nom',
      'name',
      'directeur general',
      'directrice generale',
      'direction generale',
      'dg',
      'greffier',
      'maire',
    ],
  ],
  company: [
    ...['entreprise', 'nom de l entreprise', 'nom entreprise', 'organisation', 'nom de l organisation'],
    ...['nom organisation', 'organisme', 'nom de l organisme', 'nom organisme', 'compagnie', 'societe'],
    ...['raison sociale', 'nom legal', 'employeur', 'etablissement', 'nom de l etablissement', 'institution'],
    ...['association', 'client', 'nom du client', 'compte', 'nom du compte', 'company', 'company name'],
    ...['organization', 'organization name', 'account', 'account name', 'business name', 'munnom'],
    ...[
      'nom de la municipalite',
      'nom municipalite',
      'municipalite',
      'municipalite ou mrc',
      'nom de la mrc',
      'mrc',
    ],
  ],
  email: [
    ...[
      'courriel',
      'adresse courriel',
      'adresse de courriel',
      'adresse electronique',
      'courrier electronique',
    ],
    ...['courriel principal', 'courriel professionnel', 'courriel du contact', 'courriel general'],
    ...['courriel bureau', 'courriel travail', 'courriel 1', 'couriel', 'email', 'e mail', 'mail', 'mel'],
    ...['adresse email', 'adresse e mail', 'adresse mail', 'email address', 'e mail address', 'email 1'],
    ...[
      'e mail 1 value',
      'adresse de messagerie',
      'contact email',
      'work email',
      'business email',
      'email professionnel',
      'mcourriel',
    ],
  ],
  phone: [
    ...['telephone', 'tel', 'no de telephone', 'n de telephone', 'numero de telephone', 'no telephone'],
    ...['no tel', 'num tel', 'telephone bureau', 'telephone au bureau', 'tel bureau', 'telephone travail'],
    ...['telephone professionnel', 'telephone principal', 'tel principal', 'telephone 1', 'tel 1'],
    ...['ligne directe', 'phone', 'phone number', 'business phone', 'work phone', 'phone 1 value', 'mtel'],
    ...[
      'cellulaire',
      'cell',
      'mobile',
      'telephone cellulaire',
      'telephone mobile',
      'mobile phone',
      'portable',
    ],
  ],
  city: [
    ...[
      'ville',
      'nom de la ville',
      'localite',
      'ville municipalite',
      'ville bureau',
      'ville du bureau',
      'city',
    ],
    ...[
      'address 1 city',
      'town',
      'business city',
      'munnom',
      'municipalite',
      'nom de la municipalite',
      'nom municipalite',
    ],
    ...['municipalite ou mrc', 'lieu', 'emplacement'],
  ],
  region: ['region', 'region administrative', 'nom de la region', 'regadm', 'reg adm'],
  sector: [
    ...['secteur', 'secteur d activite', 'secteur activite', 'domaine', 'domaine d activite', 'industrie'],
    ...['type d organisation', 'type d organisme', 'type d entreprise', 'type d etablissement', 'categorie'],
    ...['genre', 'sector', 'industry', 'type', 'mdes'],
  ],
  status: [
    ...['statut', 'statut du contact', 'statut client', 'statut du prospect', 'etat', 'etape', 'stade'],
    ...['relation', 'status', 'lead status'],
  ],
  function_kind: ['fonction', 'fonctions', 'fonction du contact'],
  function_title: [
    ...['titre exact', 'titre de fonction', 'titre du poste', 'poste occupe'],
    ...['titre professionnel', 'titre d emploi', 'role', 'emploi', 'occupation', 'profession'],
    ...['job title', 'jobtitle', 'position', 'title', 'titre', 'poste'],
  ],
  is_public_office_holder: ['titulaire d une charge publique', 'charge publique'],
  website: [
    ...['site web', 'site internet', 'adresse du site web', 'adresse du site', 'adresse web', 'page web'],
    ...['site', 'web', 'website', 'web page', 'url', 'lien', 'mweb'],
  ],
  notes: [
    ...['notes', 'note', 'commentaires', 'commentaire', 'remarques', 'remarque', 'observations'],
    ...['observation', 'precisions', 'details', 'memo', 'suivi', 'description', 'comments'],
  ],
};

/** Finds the column with one of these headings, whole or without its part in brackets; -1 for none. */
export function columnNamed(headings: readonly string[], known: readonly string[]): number {
  for (const keys of [
    headings.map(headingKey),
    headings.map((one) => headingKey(one.replace(/\(.*?\)/g, ''))),
  ]) {
    const found = known.map((heading) => keys.indexOf(heading)).find((index) => index >= 0);
    if (found !== undefined) return found;
  }
  return -1;
}

const all = new Set(Object.values(usualHeadings).flat());

/** Counts the known headings in a row: the header line is the one with the most. */
export const countHeadings = (cells: readonly string[]): number =>
  cells.filter((cell) => all.has(headingKey(cell)) || all.has(headingKey(cell.replace(/\(.*?\)/g, ''))))
    .length;
