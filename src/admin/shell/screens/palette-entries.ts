import { searchKey } from '@contract/search-key';
import { paths } from '@/shared/lib/admin-paths';
import { menuEntries } from './menu';

const { admin } = paths;

/** A screen or an action of the palette, which needs no search to be found. */
export type PaletteEntry = { title: string; href: string; isSite?: boolean };

const screens: PaletteEntry[] = [
  ...menuEntries.map(({ label, to }) => ({ title: label, href: to })),
  { title: 'Devis', href: admin.issuedQuotes.href() },
  { title: 'Factures', href: admin.invoices.href() },
  { title: 'Municipalités', href: admin.municipalities.href() },
  { title: 'Appels d’offres', href: admin.tenders.href() },
  { title: 'Organisations', href: admin.organisations.href() },
  { title: 'Segments', href: admin.segments.href() },
  { title: 'Doublons possibles', href: admin.contactDuplicates.href() },
  { title: 'Répertoire des municipalités', href: admin.register.href() },
  { title: 'Données personnelles', href: admin.personalData.href() },
  { title: 'Équipe', href: admin.team.href() },
  { title: 'Corbeille', href: admin.trash.href() },
  { title: 'Sécurité du compte', href: admin.security.href() },
  { title: 'Aide', href: admin.guide.href() },
];

const actions: PaletteEntry[] = [
  { title: 'Nouveau contact', href: admin.contactNew.href() },
  { title: 'Nouveau déplacement', href: admin.tripPlanNew.href() },
  { title: 'Nouvelle visite', href: admin.tourNew.href() },
  { title: 'Nouvelle campagne', href: admin.campaignNew.href() },
  { title: 'Nouveau template', href: admin.emailTemplateNew.href() },
  { title: 'Importer des contacts', href: admin.contactImport.href() },
  { title: 'Voir le site', href: paths.home.href(), isSite: true },
];

/** Filters the entries by words that begin like those of the text; returns all of them for no text. */
function answering(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const wanted = searchKey(text).split(/[ '’]/).filter(Boolean);
  return entries.filter(({ title }) => {
    const words = searchKey(title).split(/[ '’]/);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  });
}

/** Returns the matching groups of screens and actions; a reader gets no write actions. */
export const localGroups = (text: string, isReadOnly: boolean) => [
  {
    title: 'Actions',
    entries: answering(isReadOnly ? actions.filter(({ isSite }) => isSite) : actions, text),
  },
  { title: 'Écrans', entries: answering(screens, text) },
];
