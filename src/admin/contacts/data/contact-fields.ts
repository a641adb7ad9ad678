import { lowerFirst } from '@/admin/kit/lib/table-words';
import type { Tables } from '@/shared/database.types';
import { contactStatuses, functionKinds, publicOfficeChoices, sectors } from './contact-labels';

type Contact = Tables<'contacts'>;

/** The columns of a contact that people fill in. */
export type ContactField = Exclude<
  keyof Contact,
  'id' | 'user_id' | 'municipality_code' | 'created_at' | 'updated_at'
>;

/** The fields that a list has a column for; the database finds the organisation by the name of the company. */
export type ListField = Exclude<ContactField, 'organisation_id'>;

type Description = {
  /** The name of the field in the form, in the list, in the merge dialog and in the CSV file. */
  label: string;
  /** Its heading in « Tout exporter », where that is another one. */
  copied?: string;
  /** Its name in the history of changes, where that is not the label; null: not named there. */
  changed?: string | null;
  /** The values that it takes: stored value → French label. */
  options?: Readonly<Record<string, string>>;
  /** A web address: an imported one gets the scheme that lists leave out. */
  isLink?: true;
  /** Its group in the merge dialog; the fields of a group are chosen together. */
  merge?: number;
  /** The headings that imports recognise, without case, accents or punctuation, the surest first. */
  headings?: string;
};

/** Every field of a contact, in the order of imported and exported files. */
export const contactFields: Readonly<Record<ContactField, Description>> = {
  name: {
    label: 'Nom',
    merge: 1,
    headings: `nom complet, nom et prenom, prenom et nom, nom prenom, prenom nom, nom du contact, nom contact,
      personne contact, personne ressource, personne a contacter, contact principal, contact,
      interlocuteur, nom du responsable, personne responsable, responsable, representant,
      destinataire, personne, titulaire, full name, contact name, display name, nom affiche, nom,
      name, directeur general, directrice generale, direction generale, dg, greffier, maire`,
  },
  company: {
    label: 'Entreprise',
    merge: 2,
    headings: `entreprise, nom de l entreprise, nom entreprise, organisation, nom de l organisation,
      nom organisation, organisme, nom de l organisme, nom organisme, compagnie, societe,
      raison sociale, nom legal, employeur, etablissement, nom de l etablissement, institution,
      association, client, nom du client, compte, nom du compte, company, company name, organization,
      organization name, account, account name, business name, munnom, nom de la municipalite,
      nom municipalite, municipalite, municipalite ou mrc, nom de la mrc, mrc`,
  },
  email: {
    label: 'Courriel',
    merge: 4,
    headings: `courriel, adresse courriel, adresse de courriel, adresse electronique, courrier electronique,
      courriel principal, courriel professionnel, courriel du contact, courriel general,
      courriel bureau, courriel travail, courriel 1, couriel, email, e mail, mail, mel, adresse email,
      adresse e mail, adresse mail, email address, e mail address, email 1, e mail 1 value,
      adresse de messagerie, contact email, work email, business email, email professionnel,
      mcourriel`,
  },
  phone: {
    label: 'Téléphone',
    merge: 5,
    headings: `telephone, tel, no de telephone, n de telephone, numero de telephone, no telephone, no tel,
      num tel, telephone bureau, telephone au bureau, tel bureau, telephone travail,
      telephone professionnel, telephone principal, tel principal, telephone 1, tel 1, ligne directe,
      phone, phone number, business phone, work phone, phone 1 value, mtel, cellulaire, cell, mobile,
      telephone cellulaire, telephone mobile, tel mobile, tel cellulaire, tel cell, mobile phone, portable`,
  },
  city: {
    label: 'Ville',
    merge: 6,
    headings: `ville, nom de la ville, localite, ville municipalite, ville bureau, ville du bureau, city,
      address 1 city, town, business city, munnom, municipalite, nom de la municipalite,
      nom municipalite, municipalite ou mrc, lieu, emplacement`,
  },
  region: {
    label: 'Région',
    merge: 6,
    headings: 'region, region administrative, nom de la region, regadm, reg adm',
  },
  sector: {
    label: 'Secteur',
    options: sectors,
    merge: 7,
    headings: `secteur, secteur d activite, secteur activite, domaine, domaine d activite, industrie,
      type d organisation, type d organisme, type d entreprise, type d etablissement, categorie,
      genre, sector, industry, type, mdes`,
  },
  status: {
    label: 'Statut',
    options: contactStatuses,
    headings: `statut, statut du contact, statut client, statut du prospect, etat, etape, stade, relation,
      status, lead status`,
  },
  website: {
    label: 'Site web',
    isLink: true,
    merge: 8,
    headings: `site web, site internet, adresse du site web, adresse du site, adresse web, page web, site, web,
      website, website 1 value, web page, url, lien, mweb`,
  },
  notes: {
    label: 'Notes',
    merge: 9,
    headings: `notes, note, commentaires, commentaire, remarques, remarque, observations, observation,
      precisions, details, memo, suivi, description, comments`,
  },
  organisation_id: {
    label: 'Organisation',
    copied: 'Numéro de l’organisation',
    // It is derived from the company, and not edited.
    changed: null,
  },
  function_kind: {
    label: 'Fonction',
    options: functionKinds,
    merge: 3,
    headings: 'fonction, fonctions, fonction du contact',
  },
  function_title: {
    label: 'Titre exact',
    copied: 'Titre',
    changed: 'fonction',
    merge: 3,
    headings: `titre exact, titre de fonction, titre du poste, poste occupe, titre professionnel,
      titre d emploi, role, emploi, occupation, profession, job title, jobtitle, organization title,
      organization 1 title, position, title, titre, poste`,
  },
  is_public_office_holder: {
    label: 'Titulaire d’une charge publique',
    changed: 'charge publique',
    options: publicOfficeChoices,
    headings: 'titulaire d une charge publique, charge publique',
  },
};

const allFields = Object.keys(contactFields) as ContactField[];

/** The fields of an imported or exported list, in the order of its columns. */
export const listFields = allFields.filter((field): field is ListField => field !== 'organisation_id');

const mapDescriptions = <Words>(choose: (description: Description) => Words) =>
  Object.fromEntries(allFields.map((field) => [field, choose(contactFields[field])])) as Record<
    ContactField,
    Words
  >;

/** Field → French label. */
export const contactLabels = mapDescriptions(({ label }) => label);
/** Field → its words in « Tout exporter » and in the history. */
export const tableFields = mapDescriptions(({ label, copied = label, changed = lowerFirst(label) }) => ({
  copied,
  ...(changed !== null && { changed }),
}));

const mergePlaces = [...new Set(allFields.map((field) => contactFields[field].merge ?? 0))].filter(Boolean);

/** The groups of fields that are chosen together when two contacts are merged, in the order of the dialog. */
export const mergeGroups = mergePlaces
  .sort((one, other) => one - other)
  .map(
    (place) =>
      allFields.filter((field) => contactFields[field].merge === place) as [ContactField, ...ContactField[]],
  );

/** The text of a stored value as people read it; null for a value that is missing. */
export function fieldText(field: ContactField, contact: Contact): string | null {
  const value = contact[field];
  if (value === null) return null;
  const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
  return contactFields[field].options?.[text] ?? text;
}
