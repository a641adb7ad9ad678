import { z } from 'zod';
import { draftTools } from './draft-tools.ts';
import { id, type Tool } from './tool.ts';

const form = 'formulaire de demande';
const mail = 'courriel reçu';
/** Titles of every kind of record are together there. */
const either = 'saisi au studio ou reçu de l’extérieur';

/** Kinds of records, as people say them, and the names under which search_everything finds them. */
const kinds = ['contact', 'organisation', 'demande', 'devis', 'facture', 'visite'] as const;

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
      'Cherche partout à la fois (contacts, organisations, demandes, devis, factures, visites, déplacements, campagnes, textes, municipalités) et donne les dix meilleurs résultats de chaque genre, avec leur identifiant. Exemple : { "texte": "rimouski" }.',
    input: z.object({
      texte: z.string().trim().min(2).max(200).describe('Quelques mots ou un courriel; sans accents, ça va.'),
    }),
    asks: () => 'chercher',
    strangers: { title: either, detail: either },
  },
  lire_fiche: {
    title: 'Lire une fiche',
    description:
      'Donne une fiche et son histoire : un contact (échanges, courriels, consentements), une organisation, une demande de soumission, un devis, une facture (montants en cents) ou une visite. Exemple : { "genre": "contact", "id": "…" }.',
    input: z.object({ genre: z.enum(kinds).describe('Le genre de la fiche.'), id }),
    asks: ({ genre }) => String(genre),
    strangers: {
      ...{ message: form, organization_name: form, contact_name: form },
      ...{ subject: mail, body: mail, from_name: mail, quoted: mail },
    },
  },
  aujourdhui: list(
    'Aujourd’hui',
    'Liste ce qui attend une personne aujourd’hui, le plus pressant d’abord : demandes sans réponse, rappels, devis, factures en retard, déplacements. Au plus cinquante lignes. Exemple : {}.',
    'aujourdhui',
    { strangers: { title: either, detail: either } },
  ),
  segments: list('Segments', 'Liste les segments de contacts et leur identifiant. Exemple : {}.', 'segments'),
  contacts_d_un_segment: {
    title: 'Contacts d’un segment',
    description:
      'Compte les contacts d’un segment, ceux à qui l’on peut écrire et pourquoi pas aux autres, et en liste cinquante au plus. Exemple : { "id": "…" }.',
    input: z.object({ id }),
    asks: () => 'segment',
  },
  deplacements: list(
    'Déplacements',
    'Liste les cinquante déplacements les plus récents, avec leurs dates et leur état. Exemple : {}.',
    'deplacements',
  ),
  deplacement: {
    title: 'Un déplacement',
    description: 'Donne un déplacement et ses arrêts, dans l’ordre. Exemple : { "id": "…" }.',
    input: z.object({ id }),
    asks: () => 'deplacement',
  },
  municipalite: {
    title: 'Une municipalité',
    description:
      'Dit ce que le studio a fait dans une municipalité ou une MRC : contacts, demandes, devis, déplacements, visites, et ce qui y est facturé et dû (en cents). L’identifiant est le code géographique qu’une recherche a donné. Exemple : { "id": "10043" }.',
    input: z.object({ id: z.string().regex(/^[0-9A-Za-z]{2,10}$/) }),
    asks: () => 'municipalite',
    strangers: { organization_name: form, subject: mail },
  },
  ...draftTools,
};
