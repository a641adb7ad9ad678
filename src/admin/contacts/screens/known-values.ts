import { searchKey } from '@contract/search-key';
import { contactStatuses, sectors } from '../data/contact-labels';

/** The fields whose cells contain one of our stored values. */
export type ValueField = 'sector' | 'status';

/** Meanings of cells given by the person: field → text of the cell, normalised by searchKey → stored value. */
export type Meanings = Record<ValueField, Record<string, string>>;

export const noMeanings: Meanings = { sector: {}, status: {} };

/** Stored values of each field: stored value → French label. */
export const valueLabels: Readonly<Record<ValueField, Readonly<Record<string, string>>>> = {
  sector: sectors,
  status: contactStatuses,
};

/** Synonyms of the stored values. Several are French and English plurals; case, accents and dashes do not matter. */
const synonyms: Readonly<Record<ValueField, Readonly<Record<string, string>>>> = {
  sector: {
    municipalité:
      'mairie, hotel de ville, ville, village, paroisse, canton, cantons unis, municipalites, municipal, secteur municipal, municipalite locale, m, v, vl, p, ct, cu',
    mrc: 'municipalite regionale de comte, mrcs, territoire equivalent, tno',
    'organisme-public':
      'organisme publique, public, secteur public, parapublic, gouvernement, ministere, societe d etat, ecole, cegep, universite, centre de services scolaire, hopital, ciusss, cisss, parc, sepaq, bibliotheque, office de tourisme',
    hôtellerie:
      'hotel, hotels, auberge, motel, gite, gites, camping, hebergement, residence de tourisme, chalet, chalets',
    immobilier:
      'courtier, courtier immobilier, agence immobiliere, promoteur, promoteur immobilier, real estate',
    tourisme:
      'attrait, attrait touristique, attraction, musee, musees, touristique, tourism, zoo, economusee',
    commerce: 'boutique, magasin, commerces, detail, commerce de detail, detaillant, retail, epicerie',
    restaurant: 'resto, restaurants, restauration, cafe, bar, pub, bistro, microbrasserie, cantine',
    autre: 'autres, divers, inconnu, n a, na, s o, aucun, other, prive, entreprise, osbl, obnl',
  },
  status: {
    nouveau:
      'nouvelle, nouveaux, new, prospect, lead, a contacter, non contacte, jamais contacte, froid, piste',
    contacté:
      'contactee, contacted, relance, a relancer, en discussion, en cours, appele, rejoint, message laisse',
    intéressé:
      'interessee, interested, chaud, tiede, oui, qualifie, proposition, soumission envoyee, en negociation',
    refusé:
      'refusee, refus, refused, non, pas interesse, non interesse, perdu, lost, ne pas contacter, decline',
    partenaire: 'client, cliente, clients, client actif, partenaires, gagne, won, customer, actif, signe',
  },
};

const key = (text: string) =>
  searchKey(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Maps labels, stored values and synonyms, without case, accents or punctuation, to the stored value. */
function valuesByWord(field: ValueField): Map<string, string> {
  return new Map(
    Object.entries(valueLabels[field]).flatMap(([value, label]) =>
      [value, label, ...(synonyms[field][value] ?? '').split(', ')].map(
        (word) => [key(word), value] as const,
      ),
    ),
  );
}

const storedValues = { sector: valuesByWord('sector'), status: valuesByWord('status') };
const defaultValues = { sector: 'autre', status: 'nouveau' };

/** Returns the stored value of a cell: the default for an empty cell, the text itself when unknown. */
export function storedValue(field: ValueField, text: string, meanings: Meanings): string {
  if (text.trim() === '') return defaultValues[field];
  return meanings[field][searchKey(text)] ?? storedValues[field].get(key(text)) ?? text;
}

const STORAGE_KEY = 'import-valeurs';

/** Reads the meanings of cells from earlier imports in this browser. */
export function rememberedMeanings(): Meanings {
  try {
    const found = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    const usable = (field: ValueField) =>
      Object.fromEntries(
        Object.entries(found?.[field] ?? {}).filter(([, value]) =>
          Object.hasOwn(valueLabels[field], String(value)),
        ),
      ) as Record<string, string>;
    return { sector: usable('sector'), status: usable('status') };
  } catch {
    // The storage is forbidden or holds something else.
    return noMeanings;
  }
}

/** Saves the meanings for the next file. */
export function rememberMeanings(meanings: Meanings): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(meanings));
  } catch {
    // The storage is full or forbidden: nothing is remembered.
  }
}
