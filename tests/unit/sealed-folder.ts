import { timeStampRequest } from '@evidence/time-stamp.ts';
import type { FolderFile } from '@/shared/evidence/delivered-folder';
import { MANIFEST_FORMAT, type Manifest } from '@/shared/evidence/manifest';
import { canonicalText, leavesOf, manifestText, rootOf, sha256Hex } from '@/shared/evidence/seal';
import { type DemoAuthority, makeDemoAuthority } from '../../local/time-stamping/demo-authority.ts';

export { makeDemoAuthority };

/** Writes the manifest of some pictures, taken a second apart. */
export function manifestOf(
  pictures: readonly { path: string; bytes: Uint8Array }[],
  first = '2026-04-20T14:00:00.000Z',
): Manifest {
  const time = (index: number) => new Date(Date.parse(first) + index * 1000).toISOString();
  const bytes = pictures.reduce((total, picture) => total + picture.bytes.length, 0);
  return {
    header: {
      format: MANIFEST_FORMAT,
      product: 'Territoire 360',
      survey: {
        id: '00000000-0000-4000-8000-000000000001',
        name: 'Rue des Érables',
        city: 'Rimouski',
        region: 'Bas-Saint-Laurent',
        client: 'Ville de Rimouski',
        date: first.slice(0, 10),
      },
      declaredAt: time(3600),
      pictures: pictures.length,
      bytes,
      leftOut: {},
      first: time(0),
      last: time(pictures.length - 1),
      clock: { offsetMs: -192_000, basis: 'earlier' },
      times: { appareil: pictures.length },
      places: { trace: pictures.length },
      headings: { trace: pictures.length },
      tracks: [
        { name: 'rue.gpx', points: 2, first: time(0), last: time(9), sha256: sha256Hex(new Uint8Array([1])) },
      ],
    },
    pictures: pictures.map((picture, index) => ({
      path: picture.path,
      bytes: picture.bytes.length,
      sha256: sha256Hex(picture.bytes),
      takenAt: time(index),
      timeSource: 'appareil',
      cameraTime: time(index),
      cameraZone: '-04:00',
      lat: 48.4479 + index / 1e5,
      lon: -68.5239,
      placeSource: 'trace',
      heading: 40.5,
      headingSource: 'trace',
    })),
  };
}

/** A folder as it is delivered, in memory: path → content. */
export type SealedFolder = Map<string, Uint8Array<ArrayBuffer>>;

const utf8 = (text: string) => new TextEncoder().encode(text);

/** Gets a time stamp of a root from an authority. */
export async function stampOf(authority: DemoAuthority, root: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const digest = new Uint8Array(Buffer.from(sha256Hex(root), 'hex'));
  return authority.answer(timeStampRequest(digest, crypto.getRandomValues(new Uint8Array(16))));
}

/**
 * Seals some pictures, and puts the whole delivery in one folder.
 *
 * @param beside more files that the delivery's list names
 */
export async function sealedFolder(
  pictures: readonly { path: string; bytes: Uint8Array<ArrayBuffer> }[],
  authority?: DemoAuthority,
  manifest = manifestOf(pictures),
  beside: SealedFolder = new Map(),
): Promise<SealedFolder> {
  const root = rootOf(manifest);
  const folder: SealedFolder = new Map([
    ['manifeste.json', utf8(manifestText(leavesOf(manifest)))],
    ['racine.bin', root],
    ['LISEZ-MOI.txt', utf8('Dossier de preuve')],
    ...pictures.map(({ path, bytes }): [string, Uint8Array<ArrayBuffer>] => [`images/${path}`, bytes]),
    ...beside,
  ]);
  if (authority) {
    folder.set('horodatage-1.tsr', await stampOf(authority, root));
    folder.set('certificats/racine-1.pem', utf8(authority.rootPem));
  }
  const list = [...folder].map(([path, bytes]) => `${sha256Hex(bytes)}  ${path}\n`).join('');
  folder.set('integrite.sha256', utf8(list));
  return folder;
}

/** Lists a folder as a browser gives it, under the folder's own name. */
export const filesOf = (folder: SealedFolder, name = 'dossier/'): FolderFile[] =>
  [...folder].map(([path, bytes]) => ({ path: name + path, file: new Blob([bytes]) }));

/** Changes a value of a folder's manifest, and writes it as canonical JSON. */
export function editManifest(folder: SealedFolder, edit: (manifest: Manifest) => void): void {
  const manifest = JSON.parse(new TextDecoder().decode(folder.get('manifeste.json'))) as Manifest;
  edit(manifest);
  folder.set('manifeste.json', utf8(canonicalText(manifest)));
}
