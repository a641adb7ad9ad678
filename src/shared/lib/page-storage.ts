/** A storage that lasts as long as the page. */
class PageStorage implements Storage {
  [name: string]: unknown;
  get length() {
    return Object.keys(this).length;
  }
  key(index: number) {
    return Object.keys(this)[index] ?? null;
  }
  getItem(key: string) {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string) {
    this[key] = String(value);
  }
  removeItem(key: string) {
    delete this[key];
  }
  clear() {
    for (const key of Object.keys(this)) delete this[key];
  }
}

/**
 * Gives the page a storage of its own where the browser refuses one: cookies and data of sites are blocked, or the page is in a
 * frame without an origin. Libraries read it without asking, and would fail.
 */
export function standInForStorage(page: Window = window): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      // With one of its settings Firefox has null here; other browsers throw.
      if (page[name]) continue;
    } catch {
      // The browser refused.
    }
    Object.defineProperty(page, name, { value: new PageStorage(), configurable: true });
  }
}
