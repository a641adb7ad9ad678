/** What an import from the official files must say of its source, and the screens that show its data. */
export const REGISTER_SOURCE = 'Répertoire des municipalités du Québec, MAMH, CC BY 4.0';

/** Of the files in shipped/: published in June 2025. */
export const SHIPPED_DATE = '2025-06-01';

/** The same for the coordinates, which the register does not have. */
export const COORDINATES_SOURCE = 'GeoNames, CC BY 4.0';

/** Where the official files are downloaded. */
export const REGISTER_URL =
  'https://www.donneesquebec.ca/recherche/dataset/repertoire-des-municipalites-du-quebec';
