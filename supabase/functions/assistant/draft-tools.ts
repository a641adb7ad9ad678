import { z } from 'zod';
import type { DraftContent, DraftKind } from '../_shared/contract/assistant-drafts.ts';
import { templateFault, templateVariables } from '../_shared/message/template-text.ts';
import { day, either, id, type Tool } from './tool.ts';

/** Kinds of records that a draft may be about: as people say them → as the database does. */
const targets = { contact: 'contact', demande: 'quote_request', deplacement: 'trip_plan' } as const;

const line = (most: number) => z.string().trim().max(most);
const templateNames = Object.keys(templateVariables)
  .map((name) => `{${name}}`)
  .join(', ');

/** A text of a campaign, where only the variables that are filled in may stand in braces. */
const campaignText = (most: number) =>
  line(most)
    .min(1)
    .superRefine((text, { addIssue }) => {
      const fault = templateFault(text);
      if (fault) addIssue(`${fault}. Les variables sont ${templateNames}.`);
    });

/** A tool that prepares a draft: its fields in French, and how they become those of the form. */
const draft = <Kind extends DraftKind, Input extends z.ZodObject>(
  kind: Kind,
  title: string,
  description: string,
  input: Input,
  content: (given: z.infer<Input>) => DraftContent<Kind>,
  strangers: Tool['strangers'] = {},
): Tool => ({
  ...{ title, input, strangers },
  description: `${description} Rien n’est envoyé ni enregistré ailleurs : une personne ouvre le brouillon à l’adresse donnée, puis l’applique ou le jette.`,
  asks: () => `draft_${kind}`,
  arguments: (given: z.infer<Input>) => {
    const { genre, id: record } = given as { genre?: keyof typeof targets; id?: string };
    return {
      ...(record !== undefined && { target: targets[genre ?? 'contact'], id: record }),
      content: content(given),
    };
  },
});

/** The tools that prepare what a person sends, plans or creates. */
export const draftTools: Readonly<Record<string, Tool>> = {
  preparer_reponse: draft(
    'reply',
    'Préparer une réponse',
    'Prépare la réponse à une demande de soumission, ou au dernier message d’un contact. Elle ne part qu’à cette personne. Exemple : { "genre": "demande", "id": "…", "sujet": "Votre demande", "texte": "Bonjour…" }.',
    z.object({
      genre: z.enum(['demande', 'contact']),
      id,
      sujet: line(200).min(1),
      texte: line(10_000).min(1),
    }),
    ({ sujet, texte }) => ({ subject: sujet, body: texte }),
  ),
  preparer_note: draft(
    'note',
    'Préparer la note d’un échange',
    'Prépare la note d’un appel, d’une rencontre ou d’autre chose, pour l’historique d’un contact. Exemple : { "id": "…", "nature": "appel", "jour": "2026-12-01", "texte": "Rappeler après le conseil." }.',
    z.object({
      id,
      nature: z.enum(['appel', 'rencontre', 'note']),
      jour: day,
      texte: line(5_000).min(1),
    }),
    ({ nature, jour, texte }) => ({ kind: nature, happened_on: jour, body: texte }),
  ),
  preparer_action: draft(
    'action',
    'Préparer la prochaine action',
    'Prépare la prochaine action d’un contact, d’une demande ou d’un déplacement. Exemple : { "genre": "contact", "id": "…", "titre": "Relancer pour la date du conseil", "jour": "2026-12-01", "heure": "09:30", "appel": true }.',
    z.object({
      genre: z.enum(['contact', 'demande', 'deplacement']),
      id,
      titre: line(200).min(1),
      jour: day,
      heure: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'L’heure s’écrit 09:30.')
        .optional(),
      appel: z.boolean().optional().describe('Vrai pour un appel téléphonique.'),
    }),
    ({ titre, jour, heure = '', appel }) => ({
      ...{ title: titre, kind: appel ? ('appeler' as const) : ('' as const) },
      ...{ due_on: jour, due_time: heure },
    }),
  ),
  preparer_campagne: draft(
    'campaign',
    'Préparer une campagne',
    'Prépare le texte d’une campagne, avec les contacts d’un segment si on le donne. Une personne choisit le template et les contacts, puis la lance, ou non. Le texte peut dire {nom}, {entreprise}, {ville} ou {region}, avec un texte de rechange. Exemple : { "nom": "Relevés de printemps", "sujet": "Vos rues au printemps", "texte": "Bonjour {nom|Madame, Monsieur},…", "segment": "…" }.',
    z.object({
      nom: line(100).min(1),
      sujet: campaignText(200),
      texte: campaignText(5_000),
      segment: id.optional(),
    }),
    ({ nom, sujet, texte, segment = '' }) => ({
      ...{ name: nom, subject: sujet, body: texte, segment_id: segment },
    }),
  ),
  preparer_devis: draft(
    'quote',
    'Préparer un devis',
    'Prépare les lignes d’un devis pour un contact, une demande ou un déplacement; il reste sans numéro. Les prix sont en dollars, avant taxes. Exemple : { "genre": "demande", "id": "…", "objet": "Relevé des rues", "lignes": [{ "description": "Relevé", "quantite": 2, "unite": "jour", "prix": 1400 }] }.',
    z.object({
      genre: z.enum(['contact', 'demande', 'deplacement']),
      id,
      objet: line(200).min(1),
      lignes: z
        .array(
          z.object({
            description: line(500).min(1),
            quantite: z.number().min(0).max(999_999),
            unite: line(20).optional(),
            prix: z.number().min(0).max(999_999.99).multipleOf(0.01, 'Un prix s’arrête au cent.'),
          }),
        )
        .min(1)
        .max(40),
      notes: line(2_000).optional(),
    }),
    ({ objet, lignes, notes = '' }) => ({
      subject: objet,
      lines: lignes.map(({ description, quantite, unite = '', prix }) => ({
        ...{ description, quantity: quantite, unit: unite, unit_price_cents: Math.round(prix * 100) },
      })),
      notes,
    }),
  ),
  proposer_contact: draft(
    'contact',
    'Proposer un contact',
    'Propose une personne à ajouter aux contacts. « same_phone » nomme les contacts qui ont déjà ce téléphone. Exemple : { "nom": "Ève Côté", "entreprise": "Ville de Percé", "courriel": "eve@perce.example", "ville": "Percé", "region": "Gaspésie–Îles-de-la-Madeleine" }.',
    z.object({
      nom: line(100).min(1),
      entreprise: line(100).min(1),
      courriel: line(255).optional(),
      telephone: line(20).optional(),
      ville: line(100).optional(),
      region: line(100).optional(),
      site: line(255).optional(),
      fonction: line(100).optional(),
      notes: line(1_000).optional(),
    }),
    ({ nom, entreprise, ...given }) => ({
      ...{ name: nom, company: entreprise, email: given.courriel ?? '', phone: given.telephone ?? '' },
      ...{ city: given.ville ?? '', region: given.region ?? '', website: given.site ?? '' },
      ...{ function_title: given.fonction ?? '', notes: given.notes ?? '' },
    }),
    { name: either, company: either },
  ),
};
