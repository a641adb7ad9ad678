/** Attribution of the official files, required on imports and on the screens that show their data. */
export const REGISTER_SOURCE = 'Répertoire des municipalités du Québec, MAMH, CC BY 4.0';

/** Date of the files in shipped/, published in June 2025. */
export const SHIPPED_DATE = '2025-06-01';

/** Attribution of the coordinates, which the register does not have. */
export const COORDINATES_SOURCE = 'GeoNames, CC BY 4.0';

/** Address where the official files are downloaded. */
export const REGISTER_URL =
  'https://www.donneesquebec.ca/recherche/dataset/repertoire-des-municipalites-du-quebec';
