import { paths } from '@/shared/lib/admin-paths';

const { admin } = paths;

/** The pages of docs/guide in order, with the screens that each explains. */
export const guidePages: readonly { page: string; title: string; screens: readonly string[] }[] = [
  { page: 'repondre-a-une-demande', title: 'Répondre à une demande', screens: [admin.quotes.href()] },
  { page: 'faire-un-devis', title: 'Faire un devis', screens: [admin.issuedQuotes.href()] },
  { page: 'facturer', title: 'Facturer un devis', screens: [admin.invoices.href()] },
  {
    page: 'afficher-des-prix',
    title: 'Afficher des prix et estimer',
    screens: [admin.publicPrices.href()],
  },
  { page: 'publier-une-visite', title: 'Publier une visite virtuelle', screens: [admin.tours.href()] },
  { page: 'classer-les-visites', title: 'Classer les visites', screens: [admin.tags.href()] },
  {
    page: 'trouver-des-prospects',
    title: 'Trouver des prospects',
    screens: ['/prospects', admin.tenders.href()],
  },
  {
    page: 'preparer-un-deplacement',
    title: 'Préparer un déplacement',
    screens: [admin.tripPlans.href(), admin.municipalities.href()],
  },
  { page: 'faire-un-releve', title: 'Faire un relevé', screens: [admin.surveys.href()] },
  { page: 'comparer-deux-dates', title: 'Comparer une rue à deux dates', screens: ['/paires'] },
  {
    page: 'contacts-et-organisations',
    title: 'Contacts et organisations',
    screens: [admin.organisations.href(), admin.contactDuplicates.href()],
  },
  { page: 'importer-des-contacts', title: 'Importer des contacts', screens: [admin.contactImport.href()] },
  { page: 'consentement', title: 'Le consentement', screens: [admin.contacts.href()] },
  {
    page: 'envoyer-une-campagne',
    title: 'Envoyer une campagne',
    screens: [admin.campaigns.href(), admin.emailTemplates.href()],
  },
  {
    page: 'donnees-personnelles',
    title: 'Traiter une demande de renseignements personnels',
    screens: [admin.personalData.href()],
  },
  {
    page: 'tenir-le-registre-des-incidents',
    title: 'Tenir le registre des incidents de confidentialité',
    screens: [],
  },
  {
    page: 'sceller-un-releve',
    title: 'Sceller et livrer un relevé',
    screens: [admin.surveys.href(), admin.evidence.href()],
  },
  { page: 'publier-le-site', title: 'Publier le site', screens: [] },
  { page: 'se-deplacer-vite', title: 'Se déplacer vite', screens: [] },
];

/** Returns the address of « Aide »: the page of the present screen, or the list of pages. */
export function guideHref(pathname: string): string {
  const found = guidePages.find(({ screens }) =>
    screens.some(
      (screen) =>
        pathname.startsWith(screen) ||
        (!screen.startsWith(admin.dashboard.href()) && pathname.includes(screen)),
    ),
  );
  return found ? admin.guidePage.href(found.page) : admin.guide.href();
}
