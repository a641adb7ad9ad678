/** An item opened through the palette, as it is listed again. */
export type RecentItem = {
  kind: string;
  id: string;
  title: string;
  detail: string;
  /** The record in which it stands, as the search names it; empty for what has an address of its own. */
  target: string;
  target_id: string;
};

const STORAGE_KEY = 'recherche-recente';
const MOST_ITEMS = 8;

/** Lists the items that this person opened lately through the palette, the latest first. */
export function recentItems(person: string): RecentItem[] {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    return stored?.person === person && Array.isArray(stored.items) ? stored.items : [];
  } catch {
    // The storage is forbidden or holds something else.
    return [];
  }
}

/** Puts an item first in the list. */
export function rememberRecent(person: string, item: RecentItem): void {
  const others = recentItems(person).filter(({ kind, id }) => kind !== item.kind || id !== item.id);
  try {
    localStorage.setItem(
      STORAGE_KEY,
      JSON.stringify({ person, items: [item, ...others].slice(0, MOST_ITEMS) }),
    );
  } catch {
    // The storage is full or forbidden: nothing is remembered.
  }
}

/** Deletes the list, because names of people and places must not outlive the session. */
export function deleteRecentItems(): void {
  localStorage.removeItem(STORAGE_KEY);
}
