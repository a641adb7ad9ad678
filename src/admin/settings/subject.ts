import { Settings } from 'lucide-react';
import { page, subject } from '@/admin/kit/lib/subject';
import { settingsPaths } from './paths';

const loadSettingsPage = () => import('./screens/settings-page');

/** The studio, sending, public profile, estimate, frames, evidence, and the list of the first setup. */
export const settings = subject({
  paths: settingsPaths,
  screens: {
    studio: page(loadSettingsPage, 'SettingsPage'),
    publicProfile: page(loadSettingsPage, 'PublicProfilePage'),
    publicPrices: page(loadSettingsPage, 'PublicPricesPage'),
    embedding: page(loadSettingsPage, 'EmbeddingPage'),
    evidence: page(loadSettingsPage, 'EvidencePage'),
    sending: page(loadSettingsPage, 'EmailSettingsPage'),
    backups: page(() => import('./screens/backups-page'), 'BackupsPage'),
    setup: page(() => import('./screens/setup-page'), 'SetupPage'),
  },
  menu: {
    title: 'Réglages',
    to: settingsPaths.studio.href(),
    Icon: Settings,
    also: [settingsPaths.setup.href()],
  },
  settings: [
    { title: 'Studio', to: settingsPaths.studio.href() },
    { title: 'Profil public', to: settingsPaths.publicProfile.href() },
    { title: 'Prix et estimation', to: settingsPaths.publicPrices.href() },
    { title: 'Partage', to: settingsPaths.embedding.href() },
    { title: 'Preuve', to: settingsPaths.evidence.href() },
    { title: 'Courriels', to: settingsPaths.sending.href() },
    { title: 'Copies', to: settingsPaths.backups.href() },
    {
      title: 'Registre des lobbyistes et réchauffement',
      to: `${settingsPaths.sending.href()}#avance`,
      isAdvanced: true,
    },
  ],
  guide: [
    {
      page: 'sceller-un-releve',
      title: 'Sceller et livrer un relevé',
      screens: [settingsPaths.evidence.path],
    },
    {
      page: 'copies-de-sauvegarde',
      title: 'Garder des copies, et les remettre en place',
      screens: [settingsPaths.backups.path],
    },
  ],
  tables: () => import('./data/tables'),
});
