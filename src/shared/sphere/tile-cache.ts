/** A memory of what was drawn lately, by name, up to so many bytes. */
export type TileCache<Kept> = {
  /** Returns what is kept by a name, which counts as used now. */
  get: (name: string) => Kept | undefined;
  /** Keeps something, and forgets what was used least lately where there is no more room. */
  add: (name: string, kept: Kept, bytes: number) => void;
  bytes: () => number;
};

/**
 * Creates a cache. What was used since the last `add` may be in sight, and stays even where there is no room.
 *
 * @param room in bytes
 * @param forget called with what is kept no longer
 */
export function createTileCache<Kept>(room: number, forget: (kept: Kept) => void): TileCache<Kept> {
  // A map lists its entries in the order of their arrival: what is used is put last again.
  const entries = new Map<string, { kept: Kept; bytes: number; used: number }>();
  let [bytes, turn] = [0, 0];
  const drop = (name: string) => {
    const entry = entries.get(name);
    if (!entry) return;
    entries.delete(name);
    bytes -= entry.bytes;
    forget(entry.kept);
  };
  return {
    get: (name) => {
      const entry = entries.get(name);
      if (!entry) return undefined;
      entries.delete(name);
      entries.set(name, { ...entry, used: turn });
      return entry.kept;
    },
    add: (name, kept, size) => {
      drop(name);
      for (const [other, { used }] of entries) {
        if (bytes + size <= room || used === turn) break;
        drop(other);
      }
      turn++;
      entries.set(name, { kept, bytes: size, used: turn });
      bytes += size;
    },
    bytes: () => bytes,
  };
}
