import type { Enums } from '@/shared/database.types';

/** Legal ground to solicit a holder of a public office: stored value → French label. */
export const lobbyingGrounds = {
  written_request: 'Demande écrite du client',
  public_call: 'Appel public (appel d’offres, avis d’intention)',
  award: 'Suite d’un contrat déjà accordé',
  mandate: 'Mandat inscrit au registre des lobbyistes',
} as const satisfies Record<Enums<'lobbying_ground'>, string>;

export type LobbyingGround = keyof typeof lobbyingGrounds;

/** Sectors whose contacts count as public office holders unless something else is recorded (11_lobbying.sql). */
const publicSectors: readonly string[] = ['municipalité', 'mrc', 'organisme-public'];

/** Tells whether the people of a sector count as holders of a public office. */
export const isPublicSector = (sector: string) => publicSectors.includes(sector);

/** Tells whether a person counts as a holder of a public office: by their own record, else by their sector. */
export const holdsPublicOffice = (person: {
  is_public_office_holder: boolean | null;
  sector: Enums<'sector'>;
}) => person.is_public_office_holder ?? isPublicSector(person.sector);
