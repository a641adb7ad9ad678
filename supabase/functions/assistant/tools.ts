import { z } from 'zod';
import { draftTools } from './draft-tools.ts';
import { day, either, id, type Tool } from './tool.ts';
import { words } from './words.ts';

const form = 'formulaire de demande';
const mail = 'courriel reçu';
const register = 'avis du SEAO';
const page = 'page ou registre public';
const file = 'nom d’un fichier déposé';
/** Kinds of records, as people say them and as the database reads them. */
const kinds = [
  ...(['contact', 'organisation', 'demande', 'devis', 'facture', 'visite'] as const),
  ...(['appel_d_offres', 'prospect', 'releve'] as const),
] as const;

/** Kinds of records that have a list: as people say them → the names of the lists. */
const lists = {
  ...{ demandes: 'requests', devis: 'quotes', factures: 'invoices', contacts: 'contacts' },
  ...{ deplacements: 'trips', visites: 'tours', campagnes: 'campaigns' },
  ...{ appels_d_offres: 'tenders', prospects: 'prospects', releves: 'surveys' },
} as const;

/** The fields of these lists and kinds of records, each with where their texts come from. */
const fieldsOf = (places: readonly string[], fields: readonly string[], source: string) =>
  Object.fromEntries(places.flatMap((place) => fields.map((field) => [`${place}.${field}`, source])));

const ofPeople = fieldsOf(
  ['contact', 'contacts', 'stops', 'organisation'],
  ['name', 'company', 'function_title'],
  either,
);
const ofTenders = fieldsOf(['appel_d_offres', 'tenders'], ['title', 'buyer', 'url'], register);
const ofProspects = fieldsOf(
  ['prospect', 'prospects'],
  [
    ...['company', 'name', 'ai_reasoning', 'email', 'phone', 'website'],
    ...['source_url', 'email_source_url', 'phone_source_url', 'website_source_url'],
  ],
  page,
);
const ofSurveys = fieldsOf(['releve'], ['to_review', 'tracks', 'ordered_source'], file);

/** Returns the names of the tables, or the fields of one, that have words; null for one without. */
function describeTables(found: readonly string[], table: string | undefined): unknown {
  const known = found.flatMap((name) => (words[name] ? [[name, words[name]] as const] : []));
  if (table === undefined) return Object.fromEntries(known.map(([name, { nom }]) => [name, nom]));
  return known.find(([name]) => name === table)?.[1] ?? null;
}

const list = (title: string, description: string, asks: string, more: Partial<Tool> = {}): Tool => ({
  ...{ title, description, input: z.object({}), asks: () => asks },
  ...more,
});

/**
 * The tools, by name: those that read, then those that prepare a draft. A description never holds a text of the database,
 * which a stranger may have written.
 */
export const tools: Readonly<Record<string, Tool>> = {
  chercher: {
    title: 'Chercher',
    description:
      'Cherche partout à la fois (contacts, organisations, échanges consignés, messages reçus et réponses, demandes, devis, factures, notes, appels d’offres, visites, déplacements, campagnes, textes, municipalités) et donne les dix meilleurs résultats de chaque genre, avec leur identifiant et le passage où les mots se trouvent. « target » et « target_id » nomment la fiche où se trouve un échange, une note ou un message. Exemple : { "texte": "rimouski" }.',
    input: z.object({
      texte: z
        .string()
        .trim()
        .min(2)
        .max(200)
        .describe('Quelques mots, un courriel ou un téléphone; sans accents ou mal orthographiés, ça va.'),
    }),
    asks: () => 'chercher',
    strangers: { title: either, detail: either, excerpt: either },
  },
  lire_fiche: {
    title: 'Lire une fiche',
    description:
      'Donne une fiche et son histoire : un contact (échanges, courriels, consentements), une organisation (ce qu’elle doit aussi), une demande de soumission (messages reçus, et réponses du studio), un devis, une facture, une visite, un appel d’offres (ou un contrat qui se termine), un prospect (ce qu’on sait de lui et d’où) ou un relevé (photos gardées et revues, paires, sceau, remise, et les photos qui restent à revoir). Exemple : { "genre": "contact", "id": "…" }.',
    input: z.object({ genre: z.enum(kinds).describe('Le genre de la fiche.'), id }),
    asks: ({ genre }) => String(genre),
    strangers: {
      ...{ message: form, organization_name: form, contact_name: form },
      ...{ subject: mail, body: mail, from_name: mail, quoted: mail },
      // The studio wrote these.
      ...fieldsOf(['replies'], ['subject', 'body'], ''),
      ...{ ...ofPeople, ...ofTenders, ...ofProspects, ...ofSurveys },
    },
  },
  aujourdhui: {
    title: 'Aujourd’hui',
    description:
      'Dit la date du jour et liste ce qui attend une personne aujourd’hui, ou ce qui l’attendra d’ici un jour donné : demandes sans réponse, personnes à rappeler (avec leur ville et leur téléphone), devis, factures en retard, déplacements. Au plus cinquante lignes, le plus pressant d’abord. Pour la semaine, donnez son dernier jour. Exemple : { "jusqu_au": "2026-12-06" }.',
    input: z.object({ jusqu_au: day.optional().describe('Le dernier jour; aujourd’hui sans lui.') }),
    asks: () => 'aujourdhui',
    strangers: { title: either, detail: either, name: either },
  },
  ce_qui_existe: {
    title: 'Ce qui existe',
    description:
      'Dit en mots ce que les données contiennent : les tables et leur nom, ou les champs d’une table. Exemple : { "table": "contacts" }.',
    input: z.object({ table: z.string().max(60).optional().describe('Le nom d’une table, tel que donné.') }),
    asks: () => 'tables',
    shows: (found, { table }) => describeTables(found as string[], table as string | undefined),
  },
  lister: {
    title: 'Lister',
    description:
      'Compte les fiches d’un genre dans chaque état, et liste les cinquante plus récentes, toutes ou celles d’un état (tel que « states » les nomme). Exemple : { "genre": "demandes", "etat": "nouveau" }.',
    input: z.object({
      genre: z.enum(Object.keys(lists) as [keyof typeof lists]),
      etat: z.string().trim().max(40).optional(),
    }),
    asks: () => 'liste',
    arguments: ({ genre, etat }: { genre: keyof typeof lists; etat?: string }) => ({
      list: lists[genre],
      ...(etat && { state: etat }),
    }),
    strangers: {
      ...{ organization_name: form, contact_name: form, subject: either },
      ...{ ...ofPeople, ...ofTenders, ...ofProspects },
    },
  },
  vues_et_segments: list(
    'Vues et segments',
    'Liste les vues enregistrées des listes, avec l’adresse qui les ouvre, et les segments de contacts avec leur identifiant. Exemple : {}.',
    'vues',
  ),
  contacts_d_un_segment: {
    title: 'Contacts d’un segment',
    description:
      'Compte les contacts d’un segment, ceux à qui l’on peut écrire et pourquoi pas aux autres, et en liste cinquante au plus. Exemple : { "id": "…" }.',
    input: z.object({ id }),
    asks: () => 'segment',
    strangers: ofPeople,
  },
  deplacement: {
    title: 'Un déplacement',
    description: 'Donne un déplacement et ses arrêts, dans l’ordre. Exemple : { "id": "…" }.',
    input: z.object({ id }),
    asks: () => 'deplacement',
    strangers: ofPeople,
  },
  municipalite: {
    title: 'Une municipalité',
    description:
      'Dit ce que le studio a fait dans une municipalité ou une MRC : contacts, demandes, devis, déplacements, visites, ce qui y est facturé et ce qui reste dû, par qui que ce soit; pour une ville elle-même, lisez la fiche de son organisation. L’identifiant est le code géographique qu’une recherche a donné. Exemple : { "id": "10043" }.',
    input: z.object({ id: z.string().regex(/^[0-9A-Za-z]{2,10}$/) }),
    asks: () => 'municipalite',
    strangers: { organization_name: form, subject: either, ...ofPeople },
  },
  ...draftTools,
};
