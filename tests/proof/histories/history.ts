import { createSeededRandom, type SeededRandom } from '../../database/fixtures/seeded-random.ts';
import { type SenderFixture, sender } from '../../database/fixtures/sender.ts';
import type { Copies } from './copies.ts';
import type { Event } from './model.ts';

type Row = Record<string, unknown>;
type OutsideRecords = { number: number | null; refusals: string[] | null; numbers: string[] | null };
/** Faults that can be injected, to prove that the model notices them. */
export type InjectedFault = 'saves without their check' | 'sender without claims' | 'copy without hold';

/** Initial state of every history: two administrators, an accepted quote, contacts who may be written to. */
export type InitialState = {
  fixture: SenderFixture;
  copies: Copies;
  tokens: [string, string];
  quote: string;
  template: string;
  contacts: { id: string; email: string }[];
};

const acceptanceDetails = {
  name: 'Jeanne Roy',
  jobTitle: 'Greffière',
  authority: 'delegation',
  purchaseOrder: 'BC-12',
};

/** A random history: two administrators send the requests of the screens, and the sender those of its function. */
export class History {
  readonly events: Event[] = [];
  private readonly world: InitialState;
  private readonly random: SeededRandom;
  private readonly broken: InjectedFault | undefined;
  /** Version of each contact on each administrator's screen. */
  private readonly screens: [Map<string, string>, Map<string, string>] = [new Map(), new Map()];
  private readonly sentQuotes: string[] = [];
  /** Records outside the database, as the bucket « send-mark » holds them. */
  private outside: OutsideRecords = { number: null, refusals: null, numbers: null };
  /** The provider's idempotency keys, which last a day. */
  private keys = new Set<string>();
  private readonly wroteTo = new Set<string>();
  private copyIsThere = false;
  private isHeld = false;
  private edits = 0;

  constructor(world: InitialState, seed: number, broken?: InjectedFault) {
    this.world = world;
    this.random = createSeededRandom(seed);
    this.broken = broken;
  }

  /** Runs about `steps` steps from the initial state, and returns the events. */
  async run(steps: number): Promise<Event[]> {
    await this.world.copies.putBack('beginning');
    await this.compare();
    const choices: [number, () => Promise<void>][] = [
      [5, () => this.read(this.who(), this.someone())],
      [5, () => this.save(this.who(), this.someone())],
      [2, () => this.saveAtOnce(this.someone())],
      [2, () => this.sendQuote(this.who())],
      [2, () => this.acceptQuote()],
      [3, () => this.issueInvoice(this.who())],
      [2, () => this.launch(this.who())],
      [6, () => this.runSender('ends')],
      [2, () => this.runSender(this.random.pick(['dies after its claim', 'dies before its record']))],
      [2, () => this.leasesPass()],
      [2, () => this.unsubscribe()],
      [2, () => this.copy()],
      [1, () => this.putBack()],
      [2, () => this.resume(this.who())],
    ];
    for (let step = 0; step < steps; step++) await this.random.weighted(choices)();
    // Resumes at the end, so that an injected fault shows.
    await this.resume(0);
    await this.issueInvoice(0);
    await this.leasesPass();
    await this.runSender('ends');
    return this.events;
  }

  private who = () => (this.random.chance(0.5) ? 0 : 1);
  private someone = () => this.random.pick(this.world.contacts).id;
  private sql = <T extends Row>(text: string, values?: unknown[]) =>
    this.world.fixture.database.sql<T>(text, values);

  private async ask<T>(who: number, method: string, path: string, body?: object): Promise<T | null> {
    const answer = await fetch(`${this.world.fixture.database.apiUrl}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.world.tokens[who]}`,
        ...{ 'content-type': 'application/json', prefer: 'return=representation' },
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    // A refusal is a valid answer, such as a quote that the copy does not know; a server error is not.
    if (answer.status >= 500 || (answer.status === 404 && !text.includes('PT404')))
      throw new Error(`${path}: ${answer.status} ${text}`);
    return answer.ok && text ? JSON.parse(text) : null;
  }

  private async read(who: number, contact: string): Promise<void> {
    const [row] = (await this.ask<Row[]>(who, 'GET', `contacts?select=*&id=eq.${contact}`)) ?? [];
    const version = String(row?.updated_at);
    this.screens[who as 0 | 1].set(contact, version);
    this.events.push({ kind: 'read', who, contact, version });
  }

  /** Saves like the contact form, over the version it read; on a conflict it reads again and asks the person. */
  private async save(who: number, contact: string): Promise<void> {
    const readAt = this.screens[who as 0 | 1].get(contact);
    if (readAt === undefined) return this.read(who, contact);
    const event = await this.patch(who, contact, readAt);
    this.events.push(event);
    if (event.kind === 'saved') this.screens[who as 0 | 1].set(contact, event.version);
    else await this.read(who, contact);
  }

  private async patch(who: number, contact: string, readAt: string) {
    const check =
      this.broken === 'saves without their check' ? '' : `&updated_at=eq.${encodeURIComponent(readAt)}`;
    const body = { notes: `modification ${++this.edits}` };
    const [row] =
      (await this.ask<Row[]>(who, 'PATCH', `contacts?select=*&id=eq.${contact}${check}`, body)) ?? [];
    return row
      ? ({ kind: 'saved', who, contact, readAt, version: String(row.updated_at) } as const)
      : ({ kind: 'asked', who, contact, readAt } as const);
  }

  /** Both administrators have the same contact open and save at the same moment. */
  private async saveAtOnce(contact: string): Promise<void> {
    await this.read(0, contact);
    await this.read(1, contact);
    const readAt = [this.screens[0].get(contact) ?? '', this.screens[1].get(contact) ?? ''] as const;
    const answers = await Promise.all([this.patch(0, contact, readAt[0]), this.patch(1, contact, readAt[1])]);
    this.events.push(...answers.sort((a, b) => (a.kind < b.kind ? 1 : -1)));
    for (const who of [0, 1]) await this.read(who, contact);
  }

  private async sendQuote(who: number): Promise<void> {
    const source = { source: 'contact', source_id: this.someone(), new_id: crypto.randomUUID() };
    const id = await this.ask<string>(who, 'POST', 'rpc/create_quote', source);
    const lines = [{ description: 'Visite', quantity: '1.000', unit: 'jour', unitPriceCents: 76_000 }];
    const body = { subject: 'Visite virtuelle', lines, accepts_by: 'council' };
    const [draft] = (await this.ask<Row[]>(who, 'PATCH', `quotes?id=eq.${id}&select=*`, body)) ?? [];
    const number = await this.ask<string>(who, 'POST', 'rpc/send_quote', {
      quote: id,
      read_at: draft?.updated_at,
    });
    if (number === null || !id) return;
    this.sentQuotes.push(id);
    this.events.push({ kind: 'numbered', who, number: `quote ${number}` });
  }

  /** Both administrators record the same paper acceptance. */
  private async acceptQuote(): Promise<void> {
    if (this.sentQuotes.length === 0) return;
    const quote = this.random.pick(this.sentQuotes);
    const accept = async (who: number) => {
      const before = await this.acceptances(quote);
      await this.ask(who, 'POST', 'rpc/record_paper_acceptance', {
        quote,
        answer: acceptanceDetails,
        reason: 'Papier',
      });
      return before;
    };
    const [before] = await Promise.all([accept(0), accept(1)]);
    const added = (await this.acceptances(quote)) - (before ?? 0);
    for (let one = 0; one < added; one++) this.events.push({ kind: 'quote accepted', who: one, quote });
  }

  private async acceptances(quote: string): Promise<number> {
    const [row] = await this.sql<{ n: number }>(
      'select count(*)::int as n from public.quote_acceptances where quote_id = $1 and reversed_at is null',
      [quote],
    );
    return row?.n ?? 0;
  }

  private async issueInvoice(who: number): Promise<void> {
    const share = { quote: this.world.quote, kind: 'progress', share: 100 };
    const id = await this.ask<string>(who, 'POST', 'rpc/create_invoice', share);
    const [draft] = (await this.ask<Row[]>(who, 'GET', `invoices?id=eq.${id}&select=updated_at`)) ?? [];
    const read = { invoice: id, read_at: draft?.updated_at, confirmed: 0 };
    const number = await this.ask<string>(who, 'POST', 'rpc/issue_invoice', read);
    if (number !== null) this.events.push({ kind: 'numbered', who, number });
  }

  private async launch(who: number): Promise<void> {
    const contact_ids = this.world.contacts.filter(() => this.random.chance(0.5)).map(({ id }) => id);
    const details = {
      ...{ name: 'Histoire', template_id: this.world.template, send_now: true, from_email: sender },
    };
    const campaign = await this.ask<string>(who, 'POST', 'rpc/create_campaign', {
      details: { ...details, steps: [] },
      contact_ids,
    });
    // The browser that created it is closed.
    if (campaign) await this.sql('update public.campaigns set driven_until = null where id = $1', [campaign]);
  }

  private async compare(): Promise<void> {
    if (this.broken === 'copy without hold' && this.outside.number !== null) return;
    const [row] = await this.sql<{ answer: OutsideRecords & { held: boolean } }>(
      'select public.compare_send_mark($1, $2, $3) as answer',
      [this.outside.number, this.outside.refusals, this.outside.numbers],
    );
    if (!row) throw new Error('No answer');
    const { held, number, refusals, numbers } = row.answer;
    this.isHeld = held;
    this.outside = {
      number,
      refusals: refusals ?? this.outside.refusals,
      numbers: numbers ?? this.outside.numbers,
    };
  }

  /** Runs the sender once: recognises a restored copy, claims, counts outside, sends, records. */
  private async runSender(end: 'ends' | 'dies after its claim' | 'dies before its record'): Promise<void> {
    await this.compare();
    const claimed = await (this.broken === 'sender without claims'
      ? this.sql(
          "select id, gen_random_uuid() as lease_token, recipient_email, campaign_id, step from public.email_sends where status = 'programmé'",
        )
      : this.sql('select * from public.claim_email_sends($1, true)', [5]));
    for (const { id, lease_token, recipient_email, campaign_id, step } of claimed) {
      if (end === 'dies after its claim' && this.random.chance(0.5)) return;
      const [mark] = await this.sql<{ number: string | null }>('select public.next_send_mark() as number');
      if (mark?.number == null) return;
      this.outside.number = Number(mark.number);
      const message = `${campaign_id} ${recipient_email} ${step}`;
      const isKnown = this.keys.has(String(id)) && this.broken !== 'sender without claims';
      this.keys.add(String(id));
      if (!isKnown) this.events.push({ kind: 'handed over', message, email: String(recipient_email) });
      this.wroteTo.add(String(recipient_email));
      if (end === 'dies before its record' && this.random.chance(0.5)) return;
      const [done] = await this.sql<{ is: boolean }>(
        "select public.finish_email_send($1, $2, 'accepted') as is",
        [id, lease_token],
      );
      if (done?.is) this.events.push({ kind: 'recorded', message });
    }
  }

  private async leasesPass(): Promise<void> {
    await this.sql(
      "update public.email_sends set next_attempt_at = now() - interval '1 second' where status = 'programmé' and lease_token is not null",
    );
  }

  private async unsubscribe(): Promise<void> {
    if (this.wroteTo.size === 0) return;
    const email = this.random.pick([...this.wroteTo]);
    const done = await this.sql(
      'select public.unsubscribe(unsubscribe_token) from public.email_sends where recipient_email = $1 limit 1',
      [email],
    );
    if (done.length > 0) this.events.push({ kind: 'left', email });
  }

  private async copy(): Promise<void> {
    await this.world.copies.make('kept');
    this.copyIsThere = true;
    const [row] = await this.sql<{ versions: Record<string, string> }>(
      'select jsonb_object_agg(id, updated_at) as versions from public.contacts',
    );
    this.events.push({ kind: 'copied', versions: row?.versions ?? {} });
  }

  /**
   * Restores the copy, with a run of the sender just before and just after. Days later the provider's keys have
   * expired, and the copy's timestamps are older.
   */
  private async putBack(): Promise<void> {
    if (!this.copyIsThere) return this.copy();
    await this.compare();
    await this.world.copies.putBack('kept');
    const isLater = this.random.chance(0.5);
    // Without a hold, an old copy would still keep most messages waiting, so the keys expire too.
    if (isLater || this.broken) this.keys = new Set();
    if (isLater && !this.broken) {
      await this.sql(
        `update public.campaigns set server_seen_at = server_seen_at - interval '2 days';
         update public.email_sends set first_attempt_at = first_attempt_at - interval '2 days',
           next_attempt_at = next_attempt_at - interval '2 days', finished_at = finished_at - interval '2 days'`,
      );
    }
    this.events.push({ kind: 'put back' });
    await this.compare();
  }

  /** Completes « Copie remise en place »: the provider's list, the campaigns, and the release. */
  private async resume(who: number): Promise<void> {
    if (!this.isHeld) return;
    const entries = [...this.wroteTo].map((email) => ({ email, event: 'sent' }));
    if (entries.length > 0) await this.ask(who, 'POST', 'rpc/apply_provider_list', { entries });
    const paused = await this.sql<{ id: string }>(
      'select id from public.campaigns where paused_at is not null',
    );
    for (const { id } of paused) await this.ask(who, 'POST', 'rpc/resume_campaign', { campaign: id });
    await this.ask(who, 'POST', 'rpc/lift_sending_hold', {});
    this.isHeld = false;
  }
}
