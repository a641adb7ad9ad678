import { deepEqual, equal } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { succeed } from '../fixtures/calls.ts';
import { attackOnEmptyDatabase } from '../fixtures/tables.ts';

const check = (name: string, run: (engine: Engine) => Promise<void>) =>
  attackOnEmptyDatabase(`consents · ${name}`, 'consent_events', run);

const email = (name: string) => `${name.replaceAll(/\W+/g, '-')}@exemple.test`;

/** Contacts by name, each with proofs: [basis, when]. */
async function plantProofs(engine: Engine, cases: Record<string, [string, string][]>): Promise<void> {
  const statements = Object.entries(cases).map(([name, proofs]) => {
    const rows = proofs.map(
      ([basis, moment]) => `('${email(name)}', '${basis}', ${moment}, 'https://exemple.test/contact')`,
    );
    return `insert into public.contacts (name, company, email, city, region)
      values ('${name}', 'Organisme', '${email(name)}', 'Percé', 'Gaspésie');
      ${rows.length > 0 ? `insert into public.consent_events (email, basis, occurred_at, source_url) values ${rows};` : ''}`;
  });
  await engine.sql(statements.join('\n'));
}

const monthAgo = "now() - interval '1 month'";
const yearAgo = "now() - interval '1 year'";
const tomorrow = "now() + interval '1 day'";

/**
 * For each basis of Canada's anti-spam law, the messages that it allows and for how long. After a withdrawal, only an
 * act of the person's own counts.
 */
const bases: Record<string, { alone: string | null; afterWithdrawal: string }> = {
  express: { alone: 'express for ever', afterWithdrawal: 'express for ever' },
  inquiry: { alone: 'inquiry 6 months', afterWithdrawal: 'inquiry 6 months' },
  purchase: { alone: 'purchase 24 months', afterWithdrawal: 'purchase 24 months' },
  contract: { alone: 'contract 24 months', afterWithdrawal: 'contract 24 months' },
  published: { alone: 'published for ever', afterWithdrawal: 'withdrawn' },
  disclosed: { alone: 'disclosed for ever', afterWithdrawal: 'withdrawn' },
  referral: { alone: null, afterWithdrawal: 'withdrawn' },
  none: { alone: null, afterWithdrawal: 'withdrawn' },
  withdrawn: { alone: 'withdrawn', afterWithdrawal: 'withdrawn' },
  unverified: { alone: 'unverified', afterWithdrawal: 'withdrawn' },
  no_solicitation: { alone: 'refused', afterWithdrawal: 'withdrawn' },
};

/** Checks of each rule of consent on its own, beside contacts without consent. */
export const attacksOnConsentConditions: Check[] = [
  check('each basis · alone and after a withdrawal, for as long as the law says', async (engine) => {
    const names = Object.keys(bases);
    await plantProofs(engine, {
      ...Object.fromEntries(names.map((basis) => [basis, [[basis, monthAgo]]])),
      ...Object.fromEntries(
        names.map((basis) => [
          `${basis} again`,
          [
            ['withdrawn', yearAgo],
            [basis, monthAgo],
          ],
        ]),
      ),
      'express tomorrow': [['express', tomorrow]],
    });
    const expected = names.flatMap((basis) => [
      [email(basis), bases[basis]?.alone],
      [email(`${basis} again`), bases[basis]?.afterWithdrawal],
    ]);
    const of = async (addresses: string) =>
      (
        await engine.sql<{ address: string; says: string }>(
          `select address, coalesce(basis || coalesce(' ' || (
                select months from unnest(array[6, 24]) as months
                where expires_at at time zone 'America/Toronto'
                  = occurred_at at time zone 'America/Toronto' + make_interval(months => months)
              ) || ' months', case when expires_at is null then ' for ever' end), otherwise) as says
           from private.ledger_consents(${addresses}, now())`,
          [],
        )
      ).map(({ address, says }) => [address, says]);
    const known = expected.filter(([, says]) => says !== null).sort();
    deepEqual((await of('null')).sort(), known);
    deepEqual((await of('array(select email from public.contacts)')).sort(), known);
  }),
  check('proofs dated later · count from their day on, for their own address', async (engine) => {
    await plantProofs(engine, {
      'now alone': [['express', monthAgo]],
      'later alone': [['express', tomorrow]],
      both: [
        ['inquiry', monthAgo],
        ['express', "now() + interval '3 days'"],
        ['express', "now() + interval '2 days'"],
      ],
    });
    deepEqual(
      await engine.sql(
        `select address, basis, round(extract(epoch from recheck_at - now()) / 86400)::int as days
         from private.address_consents order by address`,
      ),
      [
        { address: email('both'), basis: 'inquiry', days: 2 },
        { address: email('later alone'), basis: null, days: 1 },
        { address: email('now alone'), basis: 'express', days: null },
      ],
    );
    // An inquiry dated tomorrow does not allow a message today.
    await plantProofs(engine, { asks: [['inquiry', tomorrow]] });
    deepEqual(
      await engine.sql(
        "select private.standing_ground(id, now()) as ground from public.contacts where name = 'asks'",
      ),
      [{ ground: null }],
    );
  }),
  check('the consent of one contact · of that one alone', async (engine) => {
    await plantProofs(engine, { one: [['express', monthAgo]], other: [['withdrawn', monthAgo]], none: [] });
    await engine.sql(
      "insert into public.contacts (name, company, city, region) values ('without an address', 'O', 'Percé', 'Gaspésie')",
    );
    const people = await engine.sql<{ id: string; name: string }>('select id, name from public.contacts');
    const states = async (name: string | null) => {
      const only = people.find((person) => person.name === name)?.id ?? null;
      const rows = await engine.sql<{ contact_id: string; state: string }>(
        'select contact_id, state from private.current_consents($1)',
        [only],
      );
      return rows.map((row) => `${people.find(({ id }) => id === row.contact_id)?.name} ${row.state}`).sort();
    };
    deepEqual(await states('one'), ['one allowed']);
    deepEqual(await states('other'), ['other withdrawn']);
    deepEqual(await states('without an address'), []);
    deepEqual(await states(null), ['one allowed', 'other withdrawn']);
    deepEqual(Object.keys(await succeed<Row>(engine, 'admin', 'contact_consents')).length, 2);
  }),
  check(
    'what a merge must not lose · a refusal of the person, not an address that bounced',
    async (engine) => {
      await plantProofs(engine, {
        agreed: [['express', monthAgo]],
        'took it back': [
          ['express', yearAgo],
          ['withdrawn', monthAgo],
        ],
        'whose page refuses': [['no_solicitation', monthAgo]],
        unsubscribed: [['express', monthAgo]],
        bounced: [['express', monthAgo]],
        'bounced, nothing known': [],
        'bounced, to be verified': [['unverified', monthAgo]],
        'bounced, took it back': [['withdrawn', monthAgo]],
        'bounced, agreed again': [
          ['withdrawn', yearAgo],
          ['express', monthAgo],
        ],
      });
      await engine.sql(
        `select private.suppress(private.email_hash(email), (case when name like 'bounced%' then 'bounced' else 'unsubscribed' end)::public.suppression_reason)
       from public.contacts where name like 'bounced%' or name = 'unsubscribed'`,
      );
      const rows = await engine.sql<{ name: string; refusal: string | null }>(
        'select name, private.personal_refusal(c) as refusal from public.contacts c',
      );
      deepEqual(
        Object.fromEntries(rows.filter(({ refusal }) => refusal).map(({ name, refusal }) => [name, refusal])),
        {
          'bounced, took it back': 'withdrawn',
          'took it back': 'withdrawn',
          unsubscribed: 'withdrawn',
          'whose page refuses': 'no_solicitation',
        },
      );
    },
  ),
  check('each suppression · says why, and ends with the lift of its own address alone', async (engine) => {
    const [reasons] = await engine.sql<Row>(
      `select jsonb_object_agg(reason, private.refusal_reason('a@exemple.test', 'nouveau', 'unsubscribed', reason)) as said
       from unnest(enum_range(null::public.suppression_reason)) as reason`,
    );
    deepEqual(reasons?.said, {
      unsubscribed: 'Désabonné',
      bounced: 'Adresse en erreur permanente',
      complained: 'A signalé un message comme indésirable',
      manual: "Retiré des envois par l'équipe",
      erased: 'Renseignements effacés à sa demande',
    });
    const [own, other, replaced] = ['a', 'b', 'c'].map((letter) => letter.repeat(16));
    const cases: [hash: string, key: string | null, lift: string | null][] = [
      ['1', null, null],
      ['2', null, "interval '1 minute'"],
      ['3', `${other}`, null],
      ['4', `${other}`, "interval '1 minute'"],
      ['5', `${other}`, "interval '-1 minute'"],
      ['6', `${replaced}`, null],
      ['7', `${own}`, "interval '1 minute'"],
    ];
    for (const [digit, key, lift] of cases) {
      const hash = digit.repeat(64);
      await engine.sql(
        `insert into public.suppressions (email_hash, reason, created_at, key_fingerprint)
         values ('${hash}', 'unsubscribed', now() - interval '1 hour', ${key ? `'${key}'` : 'private.key_fingerprint()'});
         ${lift ? `insert into public.suppression_lifts (email_hash, reason, created_at) values ('${hash}', 'Accord', now() - interval '1 hour' + ${lift});` : ''}`,
      );
    }
    await engine.sql('update private.hash_key set replaces = $1 where id = 1', [[replaced]]);
    try {
      const standing = await engine.sql<{ digit: string }>(
        'select left(email_hash, 1) as digit from private.standing_suppressions() order by 1',
      );
      deepEqual(
        standing.map(({ digit }) => digit),
        ['1', '3', '5', '6'],
      );
      equal(Number((await engine.sql('select private.unreadable_suppressions()::int as n'))[0]?.n), 2);
      // A line of the outside list counts as missing unless the same address was suppressed since.
      const line = (digit: string, ago: number) =>
        `${digit.repeat(64)} ${Math.floor(Date.now() / 1000) - ago} ${'a'.repeat(16)}`;
      const lines = [line('1', 7200), line('3', 1800), line('9', 7200)];
      deepEqual(
        (
          await engine.sql<{ lacking: string[] }>('select private.refusals_lacking($1) as lacking', [lines])
        )[0]?.lacking,
        [lines[1], lines[2]],
      );
    } finally {
      await engine.sql("update private.hash_key set replaces = '{}' where id = 1");
    }
  }),
];
