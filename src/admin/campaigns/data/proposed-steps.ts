import { templateLibrary } from '@/admin/messages/data/template-library';
import { type CampaignStepValues, MAX_STEPS } from './campaigns.schema';

const firstTemplate = templateLibrary.find(({ id }) => id === 'relance');

/** Proposed follow-ups in their order; each says something that those before it do not. */
const proposals: readonly Omit<CampaignStepValues, 'template_id'>[] = [
  { days: '7', subject: firstTemplate?.subject ?? '', body: firstTemplate?.body ?? '' },
  {
    days: '10',
    subject: 'Une question qui resterait en suspens?',
    body: `Bonjour {nom},

Je reviens sur mon message au sujet d’une visite 360°. Si une question vous arrête (le prix, les délais, les renseignements personnels), répondez simplement à ce courriel.

Si une autre personne s’occupe de ce dossier {à entreprise}, son nom me suffit.

Bonne journée,`,
  },
  {
    days: '10',
    subject: 'Par quel lieu commencer?',
    body: `Bonjour {nom},

Une visite 360° commence souvent par un seul lieu\u00a0: un centre communautaire, une bibliothèque, un parc. Le résultat se juge sur pièce, et la suite se décide après.

Quel lieu {de ville} choisiriez-vous? Un mot suffit, et je vous prépare une estimation d’une page.

Au plaisir,`,
  },
  {
    days: '15',
    subject: 'Le bon moment pour en parler',
    body: `Bonjour {nom},

Le moment est peut-être mal choisi. Dites-moi quand il le sera (avant le budget, au printemps, après l’été) et je vous écrirai à ce moment-là, pas avant.

Bonne journée,`,
  },
  {
    days: '20',
    subject: 'Mon dernier message à ce sujet',
    body: `Bonjour {nom},

C’est mon dernier message au sujet d’une visite 360°. Si le projet revient un jour, une réponse à ce courriel suffit pour reprendre la conversation.

Merci de votre temps,`,
  },
];

/** Returns the proposed follow-up at a position, from 0. */
export const proposedStep = (index: number): CampaignStepValues => ({
  template_id: '',
  ...(proposals[Math.min(index, MAX_STEPS - 1)] ?? { days: '7', subject: '', body: '' }),
});
