/** Something that the palette opened, as it is shown again. */
export type RecentItem = { kind: string; id: string; title: string; detail: string };

const STORED = 'recherche-recente';
const MOST = 8;

/** What this person opened lately through the palette, the latest first; nobody else's. */
export function recentItems(person: string): RecentItem[] {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? 'null');
    return stored?.person === person && Array.isArray(stored.items) ? stored.items : [];
  } catch {
    // Storage that is forbidden or holds something else.
    return [];
  }
}

/** Remembers one, first. */
export function rememberRecent(person: string, item: RecentItem): void {
  const others = recentItems(person).filter(({ kind, id }) => kind !== item.kind || id !== item.id);
  try {
    localStorage.setItem(STORED, JSON.stringify({ person, items: [item, ...others].slice(0, MOST) }));
  } catch {
    // Full, or forbidden: nothing is remembered.
  }
}

/** Names of people and places do not outlive the session. */
export function forgetRecentItems(): void {
  localStorage.removeItem(STORED);
}
