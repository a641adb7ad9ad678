/** File of the municipal kit, which the build writes (build/municipal-kit.ts) where the database was read. */
export const KIT_FILE = '/trousse-municipalites.pdf';
