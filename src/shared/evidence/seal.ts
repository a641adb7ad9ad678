import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import canonicalize from 'canonicalize';
import type { Manifest, ManifestHeader, ManifestPicture } from './manifest';

type Bytes = Uint8Array<ArrayBuffer>;

const hashPrefixed = (prefix: number, ...parts: readonly Uint8Array[]) => {
  const hash = sha256.create().update(new Uint8Array([prefix]));
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};

/** Computes the hash of a leaf of a Merkle tree (RFC 6962). */
const leafHash = (leaf: Uint8Array): Bytes => hashPrefixed(0x00, leaf);

/** Computes the root of a Merkle tree of these leaves (RFC 6962, section 2.1). */
export function merkleRoot(leaves: readonly Uint8Array[]): Bytes {
  if (leaves.length === 0) return new Uint8Array(sha256(new Uint8Array()));
  let level = leaves.map(leafHash);
  while (level.length > 1) {
    const above: Bytes[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const [left, right] = [level[index] as Bytes, level[index + 1]];
      // A last node without a neighbour goes up as it is, which is the tree of the RFC.
      above.push(right ? hashPrefixed(0x01, left, right) : left);
    }
    level = above;
  }
  return level[0] as Bytes;
}

/** Writes a value as RFC 8785 asks: the same bytes wherever it is written. */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('Nothing to write');
  return text;
}

/** Writes the leaves of a manifest: its header, then each picture in order. */
export const leavesOf = ({
  header,
  pictures,
}: {
  header: ManifestHeader;
  pictures: readonly ManifestPicture[];
}): string[] => [canonicalText(header), ...pictures.map(canonicalText)];

/** Joins leaves to the canonical text of their manifest; the database joins them in the same way (`seal_survey`). */
export const manifestText = ([header = '{}', ...pictures]: readonly string[]): string =>
  `{"header":${header},"pictures":[${pictures.join(',')}]}`;

/** Computes the root of a manifest. */
export const rootOf = (manifest: Pick<Manifest, 'header' | 'pictures'>): Bytes =>
  merkleRoot(leavesOf(manifest).map(utf8ToBytes));

export const sha256Hex = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

/**
 * Computes the SHA-256 of a file as it is read, a part at a time, so that no file is ever whole in memory.
 *
 * @param onPart is given each part that was read, from the first one on
 */
export async function fileSha256(
  file: Blob,
  signal?: AbortSignal,
  onPart?: (part: Uint8Array) => void,
): Promise<string> {
  const hash = sha256.create();
  // By parts, because a stream of a file can neither be paused nor read again where a disk was taken away.
  for (let from = 0; from < file.size; from += PART_BYTES) {
    signal?.throwIfAborted();
    const part = new Uint8Array(await file.slice(from, from + PART_BYTES).arrayBuffer());
    hash.update(part);
    onPart?.(part);
  }
  return bytesToHex(hash.digest());
}

const PART_BYTES = 4 * 1024 * 1024;
