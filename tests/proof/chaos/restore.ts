import type { SenderFixture } from '../../database/fixtures/sender.ts';
import type { Provider } from './providers.ts';

/** Tables that a restore writes, in the order of insertion. */
const tables = [
  ...['contacts', 'contact_events', 'consent_events', 'suppressions', 'suppression_lifts'],
  ...['campaigns', 'email_sends', 'email_events', 'inbound_messages'],
];
const TEN_DAYS = "interval '10 days'";
const DAY_MS = 86_400_000;

/** Findings of a restore in the middle; the last three must be 0. */
export interface RestoreFindings {
  /** Messages sent between the copy and the restore, which the copy does not know of. */
  forgotten: number;
  /** Those that were sent again after a person resumed their campaign, as the hold warns. */
  resentOnceResumed: number;
  /** Messages accepted between the restore and the person's decision. */
  acceptedWhileHeld: number;
  /** Messages accepted after the restore for people who had complained. */
  acceptedBySuppressed: number;
  /** Addresses added when the same list is imported a second time. */
  addedTwice: number;
}

/**
 * Restores an older copy of the database during campaigns, with the same key of address hashes, or with another as in a
 * new project. People complain before and after the copy; only the outside list knows them all.
 */
export class Restore {
  private readonly fixture: SenderFixture;
  private readonly provider: Provider;
  private readonly key: 'same' | 'another';
  private readonly complained = new Set<string>();
  private atCopy = new Map<string, number>();
  private atRestore = new Map<string, number>();
  private atRelease = new Map<string, number>();
  private suppressedSends: string[] = [];
  private addedTwice = 0;

  constructor(fixture: SenderFixture, provider: Provider, key: 'same' | 'another') {
    this.fixture = fixture;
    this.provider = provider;
    this.key = key;
  }

  /** Makes the copy between two pairs of complaints, while campaigns run. */
  async copy(): Promise<void> {
    await this.complain(2);
    await this.fixture.database.runAsPlatform(
      `create schema copy; ${tables.map((table) => `create table copy.${table} as table public.${table};`).join('\n')}`,
    );
    this.atCopy = this.provider.accepted();
    await this.complain(2);
  }

  /** Restores the copy, ten days later. */
  async putBack(): Promise<void> {
    await this.complain(2);
    this.provider.advance?.(10 * DAY_MS);
    await this.fixture.database.runAsPlatform(`
      begin;
      set local session_replication_role = replica;
      ${[...tables]
        .reverse()
        .map((table) => `delete from public.${table};`)
        .join('\n')}
      ${tables.map((table) => `insert into public.${table} select * from copy.${table};`).join('\n')}
      update public.campaigns set server_seen_at = server_seen_at - ${TEN_DAYS}, driven_until = null;
      update public.email_sends set first_attempt_at = first_attempt_at - ${TEN_DAYS},
        next_attempt_at = next_attempt_at - ${TEN_DAYS}, finished_at = finished_at - ${TEN_DAYS};
      ${this.key === 'another' ? 'update private.hash_key set key = sha256(key);' : ''}
      commit;
    `);
    this.atRestore = this.provider.accepted();
    const rows = await this.fixture.database.sql<{ id: string }>(
      'select id from public.email_sends where recipient_email = any ($1)',
      [[...this.complained]],
    );
    this.suppressedSends = rows.map(({ id }) => id);
  }

  /** Imports the outside list twice, and resumes the campaigns. */
  async release(): Promise<void> {
    const list = { addresses: [...this.complained], is_complete: true };
    await this.fixture.asAdmin('reapply_suppressions', list);
    const again = (await this.fixture.asAdmin('reapply_suppressions', list)) as { added: number };
    this.addedTwice = again.added;
    this.atRelease = this.provider.accepted();
  }

  /** Lists the accepted messages that the copy knows of. */
  known(): Map<string, number> {
    const known = new Map<string, number>();
    for (const [id, count] of this.provider.accepted()) {
      const left = count - this.forgottenOf(id);
      if (left > 0) known.set(id, left);
    }
    return known;
  }

  findings(): RestoreFindings {
    const end = this.provider.accepted();
    const since = (from: Map<string, number>, to: Map<string, number>, id: string) =>
      (to.get(id) ?? 0) - (from.get(id) ?? 0);
    const ids = [...end.keys()];
    const sum = (count: (id: string) => number) => ids.reduce((total, id) => total + count(id), 0);
    return {
      forgotten: ids.filter((id) => this.forgottenOf(id) > 0).length,
      resentOnceResumed: ids.filter((id) => this.forgottenOf(id) > 0 && since(this.atRelease, end, id) > 0)
        .length,
      acceptedWhileHeld: sum((id) => since(this.atRestore, this.atRelease, id)),
      acceptedBySuppressed: this.suppressedSends.reduce((n, id) => n + since(this.atRestore, end, id), 0),
      addedTwice: this.addedTwice,
    };
  }

  private forgottenOf(id: string): number {
    return (this.atRestore.get(id) ?? 0) - (this.atCopy.get(id) ?? 0);
  }

  /** Makes people with a waiting message complain: their address is suppressed, and on the outside list. */
  private async complain(people: number): Promise<void> {
    const rows = await this.fixture.database.sql<{ email: string }>(
      `select distinct recipient_email as email from public.email_sends
         where status = 'programmé' and recipient_email <> all ($1) limit $2`,
      [[...this.complained], people],
    );
    for (const { email } of rows) {
      this.complained.add(email);
      await this.fixture.database.sql("select private.suppress(private.email_hash($1), 'complained')", [
        email,
      ]);
    }
  }
}
