import type { Thing } from './hand.ts';

/**
 * The words by which a person finds each thing that the tasks press or fill. Written before the first run; a changed
 * word of a screen is one line here.
 */
export const words = {
  menu: ['button', 'Ouvrir le menu'],
  // Sections of the menu.
  tours: ['link', 'Visites virtuelles'],
  surveys: ['link', 'Relevés'],
  contacts: ['link', 'Contacts'],
  // Of several screens.
  send: ['button', 'Envoyer'],
  sendByEmail: ['button', 'Envoyer par courriel'],
  undo: ['button', 'Annuler'],

  // 1. A first tour.
  signUp: ['button', 'Créer un compte'],
  email: ['field', 'Courriel'],
  password: ['field', 'Mot de passe'],
  createAccount: ['button', 'Créer le compte'],
  studioCode: ['field', 'Code du studio'],
  claimStudio: ['button', 'Prendre en main le studio'],
  newTour: ['link', 'Nouvelle visite'],
  panoramas: ['file', 'Déposez vos panoramas'],
  tourTitle: ['field', 'Titre'],
  tourDescription: ['field', 'Description'],
  createTour: ['button', 'Créer la visite'],
  publish: ['button', 'Publier'],

  // 2. A request answered.
  answerTo: (organisation: string): Thing => ['link', `Répondre : ${organisation}`],
  answer: ['field', 'Texte'],

  // 3. A quote.
  organisation: (name: string): Thing => ['link', name],
  newQuote: ['button', 'Nouveau devis'],
  subject: ['field', 'Objet'],
  service: ['list', 'Ajouter un service du catalogue'],
  quantity: ['field', 'Quantité, ligne 1'],

  // 4. An invoice.
  invoiceOf: (organisation: string): Thing => ['link', `Facturer : ${organisation}`],
  startInvoice: ['button', 'Préparer la facture'],
  payment: ['button', 'Noter un paiement'],
  notePayment: ['button', 'Noter le paiement'],

  // 5. A campaign.
  actions: ['button', 'Nouveau : actions rapides'],
  newCampaign: ['link', 'Nouvelle campagne'],
  campaignName: ['field', 'Nom de la campagne'],
  template: ['list', 'Template'],
  segment: ['list', 'Segment'],
  createCampaign: ['button', 'Créer la campagne'],

  // 6. An import.
  import: ['link', 'Importer'],
  listFile: ['file', /^Choisir un fichier Excel ou CSV/],
  source: ['field', 'Provenance'],
  tryImport: ['button', 'Vérifier sans importer'],
  importAll: ['button', /^Importer \d+ contacts?$/],

  // 7. A trip.
  newTrip: ['link', 'Nouveau déplacement'],
  town: ['field', 'Ville'],
  townFound: (town: string): Thing => ['option', new RegExp(`^${town}`)],
  firstDay: ['field', 'Date de début'],
  lastDay: ['field', 'Date de fin'],
  createTrip: ['button', 'Créer le déplacement'],
  findProspects: ['button', 'Générer des prospects'],
  acceptAll: ['button', /^Accepter tout/],
  confirmAccept: ['button', /^Accepter/],
  sheet: ['link', 'Feuille de route'],
  addAccepted: ['button', /^Ajouter les \d+ prospects acceptés$/],
  print: ['button', 'Imprimer'],

  // 8. A survey.
  newSurvey: ['button', 'Nouveau relevé'],
  surveyName: ['field', 'Nom'],
  createSurvey: ['button', 'Créer le relevé'],
  folder: ['file', /^Choisir le dossier/],
  originals: ['file', 'Choisir le dossier des originaux'],
  keepPlaces: ['button', 'Enregistrer les positions'],
  evidence: ['link', 'Preuve'],
  seal: ['button', /^Sceller \d+ images$/],
  confirmSeal: ['button', 'Sceller'],
  delivery: ['link', 'Livrer'],
  prepareFolder: ['button', 'Préparer le dossier'],
  noteHandover: ['button', 'Noter la remise d’aujourd’hui'],

  // 9. A call.
  action: (title: string): Thing => ['link', title],
  noteExchange: ['button', 'Consigner un échange'],
  saying: ['field', 'Ce qui a été dit'],
  keepExchange: ['button', 'Consigner'],

  // 10. What was changed and deleted by mistake.
  select: ['button', 'Sélectionner'],
  selectAllRows: ['checkbox', 'Tout sélectionner'],
  newStatus: ['list', 'Changer le statut de la sélection'],
  apply: ['button', 'Appliquer'],
  trash: ['link', 'Corbeille'],
  restore: (name: string): Thing => ['button', new RegExp(`^Restaurer ${name}`)],

  // 11. A contact.
  newContact: ['link', 'Nouveau contact'],
  contactName: ['field', 'Nom'],
  company: ['field', 'Entreprise'],
  city: ['field', 'Ville'],
  region: ['field', 'Région'],
  createContact: ['button', 'Enregistrer'],
  search: ['field', 'Rechercher un contact'],
  contact: (name: string): Thing => ['link', name],
  plan: ['button', 'Planifier une action'],
  planTitle: ['field', 'À faire'],
  keepPlan: ['button', 'Enregistrer'],
} as const satisfies Record<string, Thing | ((name: string) => Thing)>;
