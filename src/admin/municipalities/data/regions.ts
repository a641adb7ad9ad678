/** The 17 administrative regions, spelled as the government does, in the order of their official numbers (1 to 17). */
export const regions = [
  'Bas-Saint-Laurent',
  'Saguenay–Lac-Saint-Jean',
  'Capitale-Nationale',
  'Mauricie',
  'Estrie',
  'Montréal',
  'Outaouais',
  'Abitibi-Témiscamingue',
  'Côte-Nord',
  'Nord-du-Québec',
  'Gaspésie–Îles-de-la-Madeleine',
  'Chaudière-Appalaches',
  'Laval',
  'Lanaudière',
  'Laurentides',
  'Montérégie',
  'Centre-du-Québec',
] as const;

/** The regions by name, as people look for one in a list. */
export const regionsByName: readonly string[] = [...regions].sort((a, b) => a.localeCompare(b, 'fr'));
