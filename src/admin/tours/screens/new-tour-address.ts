import { tourPaths } from '../paths';

/** Parameter of the address with the tour to copy. */
export const COPY_OF = 'copie-de';

/** Parameter with the id that a new tour of our own panoramas will have, which names the folder of their files. */
export const PANORAMAS = 'panoramas';

/** Parameter of the form of a tour that is elsewhere. */
export const WAY_PARAM = 'avec';
export const WAY_ELSEWHERE = 'adresse';

export const panoramasAddress = (newId: string) => `${tourPaths.new.href()}?${PANORAMAS}=${newId}`;
export const elsewhereAddress = `${tourPaths.new.href()}?${WAY_PARAM}=${WAY_ELSEWHERE}`;

/** Navigation state of a link that already answered whether to take what was typed before. */
export const WANTS_DRAFT = { wantsDraft: true } as const;
