import type { ScreenThing } from './hand.ts';

/** Role and name of each element that the tasks press or fill. A changed label of a screen is one line here. */
export const words = {
  menu: ['button', 'Ouvrir le menu'],
  // Links of the menu.
  tours: ['link', 'Visites virtuelles'],
  surveys: ['link', 'Relevés'],
  contacts: ['link', 'Contacts'],
  // Elements of several screens.
  send: ['button', 'Envoyer'],
  sendByEmail: ['button', 'Envoyer par courriel'],
  undo: ['button', 'Annuler'],

  // Task 1: a first tour.
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

  // Task 2: an answered request.
  answerTo: (organisation: string): ScreenThing => ['link', `Répondre : ${organisation}`],
  answer: ['field', 'Texte'],

  // Task 3: a quote.
  organisation: (name: string): ScreenThing => ['link', name],
  newQuote: ['button', 'Nouveau devis'],
  subject: ['field', 'Objet'],
  service: ['list', 'Ajouter un service du catalogue'],
  quantity: ['field', 'Quantité, ligne 1'],

  // Task 4: an invoice.
  invoiceOf: (organisation: string): ScreenThing => ['link', `Facturer : ${organisation}`],
  startInvoice: ['button', 'Préparer la facture'],
  payment: ['button', 'Noter un paiement'],
  notePayment: ['button', 'Noter le paiement'],

  // Task 5: a campaign.
  actions: ['button', 'Nouveau : actions rapides'],
  newCampaign: ['link', 'Nouvelle campagne'],
  campaignName: ['field', 'Nom de la campagne'],
  template: ['list', 'Template'],
  segment: ['list', 'Segment'],
  createCampaign: ['button', 'Créer la campagne'],

  // Task 6: an import.
  import: ['link', 'Importer'],
  listFile: ['file', /^Choisir un fichier Excel ou CSV/],
  source: ['field', 'Provenance'],
  tryImport: ['button', 'Vérifier sans importer'],
  importAll: ['button', /^Importer \d+ contacts?$/],

  // Task 7: a trip.
  newTrip: ['link', 'Nouveau déplacement'],
  town: ['field', 'Ville'],
  townFound: (town: string): ScreenThing => ['option', new RegExp(`^${town}`)],
  firstDay: ['field', 'Date de début'],
  lastDay: ['field', 'Date de fin'],
  createTrip: ['button', 'Créer le déplacement'],
  findProspects: ['button', 'Générer des prospects'],
  acceptAll: ['button', /^Accepter tout/],
  confirmAccept: ['button', /^Accepter/],
  sheet: ['link', 'Feuille de route'],
  addAccepted: ['button', /^Ajouter les \d+ prospects acceptés$/],
  print: ['button', 'Imprimer'],

  // Task 8: a survey.
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

  // Task 9: a telephone call.
  action: (title: string): ScreenThing => ['link', title],
  noteExchange: ['button', 'Consigner un échange'],
  saying: ['field', 'Ce qui a été dit'],
  keepExchange: ['button', 'Consigner'],

  // Task 10: undoing a change and a deletion.
  select: ['button', 'Sélectionner'],
  selectAllRows: ['checkbox', 'Tout sélectionner'],
  newStatus: ['list', 'Changer le statut de la sélection'],
  apply: ['button', 'Appliquer'],
  trash: ['link', 'Corbeille'],
  restore: (name: string): ScreenThing => ['button', new RegExp(`^Restaurer ${name}`)],

  // Task 11: a contact.
  newContact: ['link', 'Nouveau contact'],
  contactName: ['field', 'Nom'],
  company: ['field', 'Entreprise'],
  city: ['field', 'Ville'],
  region: ['field', 'Région'],
  createContact: ['button', 'Enregistrer'],
  search: ['field', 'Rechercher un contact'],
  contact: (name: string): ScreenThing => ['link', name],
  plan: ['button', 'Planifier une action'],
  planTitle: ['field', 'À faire'],
  keepPlan: ['button', 'Enregistrer'],
} as const satisfies Record<string, ScreenThing | ((name: string) => ScreenThing)>;
