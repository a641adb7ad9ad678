import type { Enums } from '@/shared/database.types';

/** What allows to solicit a person who holds a public office: stored value → French label. */
export const lobbyingGrounds = {
  written_request: 'Demande écrite du client',
  public_call: 'Appel public (appel d’offres, avis d’intention)',
  award: 'Suite d’un contrat déjà accordé',
  mandate: 'Mandat inscrit au registre des lobbyistes',
} as const satisfies Record<Enums<'lobbying_ground'>, string>;

export type LobbyingGround = keyof typeof lobbyingGrounds;

/** The sectors whose people are taken to hold a public office, where nothing else is said of them (11_lobbying.sql). */
const publicSectors: readonly string[] = ['municipalité', 'mrc', 'organisme-public'];

/** True for a sector whose people are taken to hold a public office. */
export const isPublicSector = (sector: string) => publicSectors.includes(sector);

/** Whether a person is taken to hold a public office: what was said of them, else what their sector says. */
export const holdsPublicOffice = (person: {
  is_public_office_holder: boolean | null;
  sector: Enums<'sector'>;
}) => person.is_public_office_holder ?? isPublicSector(person.sector);
