/** An event of a history, in the order of the answers. `who` is one of the two administrators. */
export type Event =
  | { kind: 'read'; who: number; contact: string; version: string }
  | { kind: 'saved'; who: number; contact: string; readAt: string; version: string }
  | { kind: 'asked'; who: number; contact: string; readAt: string }
  | { kind: 'numbered'; who: number; number: string }
  | { kind: 'quote accepted'; who: number; quote: string }
  | { kind: 'handed over'; message: string; email: string }
  | { kind: 'recorded'; message: string }
  | { kind: 'left'; email: string }
  | { kind: 'copied'; versions: Record<string, string> }
  | { kind: 'put back' };

/** What a copy of the database contains, and the model returns to after a restore. */
class CopyState {
  /** Versions of each contact over which a save loses nothing: those read or written since its last accepted save. */
  readonly current = new Map<string, Set<string>>();
  readonly recorded = new Set<string>();
  readonly acceptedQuotes = new Set<string>();

  versionsOf(contact: string): Set<string> {
    const versions = this.current.get(contact) ?? new Set();
    this.current.set(contact, versions);
    return versions;
  }

  /** Copies the state with the contacts' versions at that time, because the sender changes contacts too. */
  copy(versions: [contact: string, version: string][]): CopyState {
    const made = new CopyState();
    for (const [contact, version] of versions) made.current.set(contact, new Set([version]));
    for (const message of this.recorded) made.recorded.add(message);
    for (const quote of this.acceptedQuotes) made.acceptedQuotes.add(quote);
    return made;
  }
}

/**
 * Finds what a history must never contain: a message accepted twice or for a person who had unsubscribed, an edit
 * overwritten silently, a number given twice, an acceptance recorded twice. Restoring a copy undoes none of it.
 */
export function findFaults(history: readonly Event[]): string[] {
  const findings: string[] = [];
  const handedOver = new Set<string>();
  const left = new Set<string>();
  const numbers = new Set<string>();
  let known = new CopyState();
  let copy = known;
  let versions: [contact: string, version: string][] = [];
  history.forEach((event, index) => {
    const find = (what: string) => findings.push(`${index}: ${what}`);
    switch (event.kind) {
      case 'read':
        known.versionsOf(event.contact).add(event.version);
        break;
      case 'saved':
        if (!known.versionsOf(event.contact).has(event.readAt)) find(`an edit of ${event.contact} is lost`);
        known.current.set(event.contact, new Set([event.version]));
        break;
      case 'numbered':
        if (numbers.has(event.number)) find(`${event.number} is given twice`);
        numbers.add(event.number);
        break;
      case 'quote accepted':
        if (known.acceptedQuotes.has(event.quote)) find(`the acceptance of ${event.quote} is recorded twice`);
        known.acceptedQuotes.add(event.quote);
        break;
      case 'handed over':
        if (handedOver.has(event.message)) find(`${event.message} is accepted twice`);
        if (left.has(event.email)) find(`${event.email} had left, and is written to`);
        handedOver.add(event.message);
        break;
      case 'recorded':
        if (known.recorded.has(event.message)) find(`${event.message} is recorded twice`);
        known.recorded.add(event.message);
        break;
      case 'left':
        left.add(event.email);
        break;
      case 'copied':
        versions = Object.entries(event.versions);
        copy = known.copy(versions);
        break;
      case 'put back':
        known = copy.copy(versions);
        break;
    }
  });
  return findings;
}
