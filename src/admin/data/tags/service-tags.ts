/** The eight services that the site presents, as categories ready to be added. */
export const serviceTags = [
  ['Infrastructures municipales', 'infrastructures-municipales', '#2563eb', 'building-2'],
  ['Patrimoine et culture', 'patrimoine-et-culture', '#b45309', 'landmark'],
  ['Espaces naturels', 'espaces-naturels', '#15803d', 'trees'],
  ['Projets de développement', 'projets-de-developpement', '#7c3aed', 'hard-hat'],
  ['Zones commerciales', 'zones-commerciales', '#be185d', 'store'],
  ['Captation Street View', 'captation-street-view', '#0e7490', 'route'],
  ['Relevé avant déneigement', 'releve-avant-deneigement', '#475569', 'snowflake'],
  ['Événements', 'evenements', '#c2410c', 'calendar-days'],
].map(([name = '', slug = '', color = '', icon = ''], display_order) => ({
  ...{ name, slug, color, icon, display_order },
}));
