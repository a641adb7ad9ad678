import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { completions } from '../../../src/admin/contacts/screens/completions.ts';
import { proofSize } from '../../unit/proof-size.ts';
import type { Answer, Check, Engine, Role, Row } from '../engines/engine.ts';
import { outsiders } from '../fixtures/answers.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { createSeededRandom } from '../fixtures/seeded-random.ts';
import { reset, snapshot, sqlAs, withRows } from '../fixtures/tables.ts';

const contacts = rowFactoryOf('contacts');
const fileRow = (change: Row = {}): Row => ({
  ...{
    name: 'Anne Zola',
    company: 'MRC du Fjord',
    email: 'anne@exemple.test',
    city: 'Alma',
    region: 'Estrie',
  },
  ...change,
});
const proof = {
  ...{ basis: 'published', occurred_on: '2026-01-15', source_url: 'https://exemple.test/equipe' },
  evidence: 'Page « Équipe » du site',
};

function load(engine: Engine, block: unknown, more: Row = {}, role: Role = 'admin'): Promise<Answer> {
  const body = { block, list_source: 'Congrès 2026', ...more };
  return engine.request(role, { method: 'POST', path: '/rest/v1/rpc/import_contacts', body });
}

const counts = ({ body, text }: Answer) => {
  const { inserted, completed, skipped, unsubscribed } = body as Record<string, number[]>;
  return [inserted, completed, skipped, unsubscribed].map((lines) => lines?.join(',') ?? text).join(' | ');
};

function check(name: string, run: (engine: Engine) => Promise<void>): Check {
  return {
    name: `attack · contact import · ${name}`,
    object: 'contacts',
    run: (engine) => withRows(engine, contacts, [0], () => run(engine)),
  };
}

/** Removes the rows of a contact that an earlier row already holds, as the import screen does. */
function onlyFirsts(file: Row[]): Row[] {
  const seen = new Set<unknown>();
  return file.filter(({ name, email }) => {
    const keys = email ? [email] : [name];
    const isNew = !keys.some((key) => seen.has(key));
    for (const key of [email, name]) if (key) seen.add(key);
    return isNew;
  });
}

/** The counts of a file in blocks of `size`, as the page adds them up. */
async function importInBlocks(
  engine: Engine,
  rows: Row[],
  size: number,
  dry_run: boolean,
): Promise<number[]> {
  const totals = [0, 0, 0];
  const promised = new Set<string>();
  for (let from = 0; from < rows.length; from += size) {
    const block = rows.slice(from, from + size);
    const answer = await load(engine, block, { mode: 'complete', dry_run });
    const { inserted, completed, given } = answer.body as ImportOutcome;
    const done = dry_run ? completions(given, promised) : completed.length;
    [inserted.length, done, block.length - inserted.length - done].forEach((count, index) => {
      totals[index] = (totals[index] ?? 0) + count;
    });
  }
  return totals;
}

type ImportOutcome = {
  inserted: number[];
  completed: number[];
  given: { contact: string; columns: string[] }[];
};

const storedContacts = (engine: Engine) => snapshot(engine, contacts);
const suppress = (engine: Engine, email: string) =>
  engine.sql(
    "insert into public.suppressions (email_hash, reason) values (private.email_hash($1), 'unsubscribed')",
    [email],
  );

/** Attacks on the import of contacts: it is atomic, a second import adds nobody, and it creates no consent. */
export const attacksOnImport: Check[] = [
  check('visitor, signed-in user · refused, nothing changes', async (engine) => {
    for (const role of outsiders) {
      const answer = await load(engine, [fileRow()], {}, role);
      equal([401, 403].includes(answer.status), true, `${answer.status} ${answer.text}`);
      equal((await storedContacts(engine)).length, 1);
    }
    equal(counts(await load(engine, [fileRow()])), '0 |  |  | ');
    equal((await storedContacts(engine)).length, 2);
  }),
  check('the same file twice · nothing the second time', async (engine) => {
    const block = [
      fileRow(),
      fileRow({ email: 'Autre@exemple.test', phone: '418 555-0000' }),
      fileRow({ name: 'Sans adresse', email: null }),
      fileRow({ name: ' sans ADRESSE ', email: '' }),
      fileRow({ email: 'ANNE@exemple.test' }),
    ];
    equal(counts(await load(engine, block)), '0,1,2 |  | 3,4 | ');
    const once = await storedContacts(engine);
    equal(once.length, 4);
    const events = await snapshot(engine, rowFactoryOf('contact_events'));
    equal(events.length, 3);
    for (const more of [{ mode: 'skip', consent: proof }, { mode: 'complete' }]) {
      equal(counts(await load(engine, block, more)), ' |  | 0,1,2,3,4 | ');
      deepEqual(await storedContacts(engine), once);
    }
    deepEqual(await snapshot(engine, rowFactoryOf('contact_events')), events);
    deepEqual(await snapshot(engine, rowFactoryOf('consent_events')), []);
  }),
  check(
    'a proof for people who are known · each address gets it once, whether or not it lacks anything',
    async (engine) => {
      const block = [
        fileRow(),
        fileRow({ email: 'autre@exemple.test', phone: '418 555-0000' }),
        fileRow({ name: 'Sans adresse', email: null }),
        fileRow({ name: 'Partie', email: 'partie@exemple.test' }),
      ];
      await load(engine, block);
      await suppress(engine, 'partie@exemple.test');
      const again = block.map((row) =>
        row.email === 'anne@exemple.test' ? { ...row, phone: '418 555-0001' } : row,
      );
      const more = { mode: 'complete', consent: proof };
      const trial = await load(engine, again, { ...more, dry_run: true });
      equal(counts(trial), ' | 0,1 | 2,3 | 3');
      deepEqual(
        (trial.body as ImportOutcome).given.map(({ columns }) => columns),
        [['phone', 'consent'], ['consent']],
      );
      equal(counts(await load(engine, again, more)), ' | 0,1 | 2,3 | 3');
      equal(counts(await load(engine, again, more)), ' |  | 0,1,2,3 | 3');
      const proven = await snapshot(engine, rowFactoryOf('consent_events'));
      deepEqual(proven.map(({ email }) => email).sort(), ['anne@exemple.test', 'autre@exemple.test']);
    },
  ),
  check(
    'the same people written otherwise · nobody is added; of other alphabets each is a person',
    async (engine) => {
      const place = { company: 'Ville de Val-d’Or', city: 'Val-d’Or' };
      const people = [
        fileRow({ ...place, name: 'Éric L’Heureux', email: null }),
        fileRow({ ...place, name: 'ᑰᔾᔪᐊᖅ', email: null }),
        fileRow({ ...place, name: 'ᓄᓇᕕᒃ', email: null }),
      ];
      equal(counts(await load(engine, people)), '0,1,2 |  |  | ');
      const once = await storedContacts(engine);
      const otherwise = [
        fileRow({
          name: "E\u0301RIC L'HEUREUX",
          company: "Ville de Val-d'Or",
          city: 'Val d’Or',
          email: null,
        }),
        fileRow({ name: 'Éric\u00a0L’Heureux', company: 'VILLE DE VAL D’OR', city: "Val-d'Or", email: null }),
      ];
      for (const one of otherwise) equal(counts(await load(engine, [one])), ' |  | 0 | ');
      equal(counts(await load(engine, [...otherwise, ...people])), ' |  | 0,1,2,3,4 | ');
      deepEqual(await storedContacts(engine), once);
      await load(engine, [fileRow({ name: 'Zoe\u0301', notes: 'E\u0301', email: 'zoe@exemple.test' })]);
      const zoe = (await storedContacts(engine)).find(({ email }) => email === 'zoe@exemple.test');
      deepEqual([zoe?.name, zoe?.notes], ['Zoé', 'É']);
    },
  ),
  check(
    'several people of one shared address · each a person of the organisation, one of whom bears it',
    async (engine) => {
      const shared = (name: string, change: Row = {}) =>
        fileRow({ name, email: 'info@fjord.test', ...change });
      const block = [
        shared('Anne Zola', { phone: '418 555-0001' }),
        shared('Luc Côté'),
        shared('LUC CÔTÉ', { email: 'INFO@fjord.test' }),
        // Rows with the same unshared address are one person, whatever their names.
        fileRow({ name: 'Ève', email: 'eve@fjord.test' }),
        fileRow({ name: 'Eve Roy', email: 'eve@fjord.test' }),
      ];
      equal(counts(await load(engine, block, { dry_run: true, consent: proof })), '0,1,3 |  | 2,4 | ');
      equal(counts(await load(engine, block, { consent: proof })), '0,1,3 |  | 2,4 | ');
      const people = await engine.sql(
        `select c.name, c.email, o.email as general,
         (select count(*)::int from public.consent_events as e where e.contact_id = c.id) as proofs
       from public.contacts as c join public.organisations as o on o.id = c.organisation_id
       where c.company = 'MRC du Fjord' and c.name <> 'Ève' order by c.name`,
        [],
      );
      deepEqual(people, [
        { name: 'Anne Zola', email: 'info@fjord.test', general: 'info@fjord.test', proofs: 1 },
        { name: 'Luc Côté', email: null, general: 'info@fjord.test', proofs: 0 },
      ]);
      // A second import of the same rows in other blocks adds nobody. A new person joins the organisation of
      // whoever has that address.
      const once = await storedContacts(engine);
      for (const one of block) equal(counts(await load(engine, [one])), ' |  | 0 | ');
      deepEqual(await storedContacts(engine), once);
      equal(counts(await load(engine, [shared('Zoé', { company: 'Le Fjord' })])), '0 |  |  | ');
      const [zoe] = await engine.sql(
        `select c.email, o.name from public.contacts as c join public.organisations as o on o.id = c.organisation_id
       where c.name = 'Zoé'`,
        [],
      );
      deepEqual(zoe, { email: null, name: 'MRC du Fjord' });
    },
  ),
  check('the new ones belong to whoever imports, with their source', async (engine) => {
    await load(engine, [fileRow()]);
    const row = (await storedContacts(engine)).find(({ name }) => name === 'Anne Zola');
    equal(row?.user_id, engine.people.admin.id);
    deepEqual([row?.sector, row?.status, row?.phone], ['autre', 'nouveau', null]);
    const [event] = await snapshot(engine, rowFactoryOf('contact_events'));
    deepEqual(
      [event?.contact_id, event?.kind, event?.source, event?.recorded_by],
      [row?.id, 'imported', 'Congrès 2026', engine.people.admin.id],
    );
  }),
  check('complete · only what is missing', async (engine) => {
    await engine.sql("update public.contacts set phone = null, notes = null, website = null, city = 'Avant'");
    const email = 'CONTACT0@exemple.test';
    const more = fileRow({
      email,
      phone: '418 555-9999',
      notes: 'Note',
      website: 'https://neuf.exemple.test',
    });
    equal(counts(await load(engine, [more])), ' |  | 0 | ');
    equal((await storedContacts(engine))[0]?.phone, null);
    equal(counts(await load(engine, [more], { mode: 'complete' })), ' | 0 |  | ');
    const [row] = await storedContacts(engine);
    deepEqual(
      [row?.phone, row?.notes, row?.website, row?.city, row?.name],
      ['418 555-9999', 'Note', 'https://neuf.exemple.test', 'Avant', 'Nom 0'],
    );
    equal(counts(await load(engine, [{ ...more, phone: '1' }], { mode: 'complete' })), ' |  | 0 | ');
    await engine.sql('update public.contacts set notes = null');
    equal(counts(await load(engine, [{ ...more, phone: '2' }], { mode: 'complete' })), ' | 0 |  | ');
    equal((await storedContacts(engine))[0]?.phone, '418 555-9999');
    equal((await snapshot(engine, rowFactoryOf('contact_events')))[0]?.kind, 'completed');
  }),
  check('500 known contacts, after previews of an empty list · completed within seconds', async (engine) => {
    const previewed = "select public.import_contacts('[{}]', 'Congrès 2026', 'complete', null, true);";
    const person = `jsonb_build_object('name', 'Personne ' || n, 'company', 'Ville ' || n, 'city', 'Alma', 'region', 'Estrie'`;
    const began = performance.now();
    // A single connection, like a browser's, keeps the query plans that it made while the table was empty.
    const [outcome] = await sqlAs(
      engine,
      engine.people.admin,
    )(
      `delete from public.contacts where true;
       ${previewed.repeat(7)}
       insert into public.contacts (name, company, city, region)
         select 'Personne ' || n, 'Ville ' || n, 'Alma', 'Estrie' from generate_series(1, 500) as n;
       ${"update public.contacts set notes = 'Note' where name = 'Personne 1';".repeat(7)}
       select jsonb_array_length(public.import_contacts(
         (select jsonb_agg(${person}, 'phone', '418 555-0101')) from generate_series(1, 500) as n),
         'Congrès 2026', 'complete') -> 'completed') as completed`,
    );
    equal(outcome?.completed, 500);
    // Hosted projects cancel a request after 8 s; comparing every pair of contacts takes several times as
    // long.
    ok(performance.now() - began < 8000, 'the database compared each contact with each');
  }),
  check('a dry run · says what would happen, does nothing', async (engine) => {
    equal(
      counts(await load(engine, [fileRow(), fileRow()], { dry_run: true, consent: proof })),
      '0 |  | 1 | ',
    );
    equal((await storedContacts(engine)).length, 1);
    deepEqual(await snapshot(engine, rowFactoryOf('contact_events')), []);
    deepEqual(await snapshot(engine, rowFactoryOf('consent_events')), []);
  }),
  check('random files, cut anywhere · the dry run counts what the import does', async (engine) => {
    const random = createSeededRandom(27);
    for (let round = 0; round < proofSize(4, 15); round++) {
      await reset(engine);
      const people = [0, 1, 2, 3].map((n) => ({ name: `Nom ${n}`, email: `n${n}@exemple.test` }));
      await load(engine, people.slice(0, 3).map(fileRow));
      const file = Array.from({ length: 12 }, () => {
        const { name, email } = random.pick(people);
        // A row matches a contact by address, or by name when it has no address.
        const found = random.pick([
          { name, email: null },
          { name: `Autre ${random.next()}`, email },
        ]);
        const given = (text: string) => (random.chance(0.5) ? `${text} ${random.next().toFixed(3)}` : null);
        return fileRow({ ...found, phone: given('418'), notes: given('note') });
      });
      const rows = onlyFirsts(file);
      const expected = await importInBlocks(engine, rows, 4, true);
      deepEqual(await importInBlocks(engine, rows, 4, false), expected, `round ${round}`);
    }
  }),
  check('every column of a contact · stored as the row says it, or found by the database', async (engine) => {
    const said = {
      ...{ name: 'Anne Zola', company: 'MRC du Fjord', email: 'anne@fjord.test', phone: '418 555-0101' },
      ...{ city: 'Alma', region: 'Estrie', sector: 'tourisme', status: 'partenaire', notes: 'À rappeler' },
      ...{ website: 'https://fjord.test', function_kind: 'greffe', function_title: 'Greffière adjointe' },
      is_public_office_holder: false,
    };
    equal(counts(await load(engine, [said])), '0 |  |  | ');
    const row = (await storedContacts(engine)).find(({ name }) => name === 'Anne Zola') as Row;
    // The columns left out belong to the studio, or are derived from company and city.
    const { id, user_id, created_at, updated_at, organisation_id, municipality_code, ...kept } = row;
    deepEqual(kept, said);
    equal([id, user_id, created_at, updated_at, organisation_id].includes(null), false);
    equal(municipality_code, null);
    await engine.sql('update public.contacts set is_public_office_holder = null');
    equal(counts(await load(engine, [said], { mode: 'complete' })), ' | 0 |  | ');
    equal(counts(await load(engine, [said], { mode: 'complete' })), ' |  | 0 | ');
    equal(
      (await storedContacts(engine)).find(({ name }) => name === 'Anne Zola')?.is_public_office_holder,
      false,
    );
  }),
  check('one row refused · nothing of the block', async (engine) => {
    const answer = await load(engine, [fileRow(), fileRow({ email: 'pas une adresse' })]);
    deepEqual([answer.status, (answer.body as Row).code], [400, '23514'], answer.text);
    equal((await storedContacts(engine)).length, 1);
  }),
  check('without evidence · no consent; with evidence · one for each address, dated', async (engine) => {
    await load(engine, [fileRow()]);
    deepEqual(await snapshot(engine, rowFactoryOf('consent_events')), []);
    await load(engine, [fileRow({ email: 'b@exemple.test' }), fileRow({ name: 'Sans', email: null })], {
      consent: proof,
    });
    const events = await snapshot(engine, rowFactoryOf('consent_events'));
    equal(events.length, 1);
    const { email, basis, occurred_at, source_url, evidence, recorded_by } = events[0] as Row;
    deepEqual([email, basis, source_url], ['b@exemple.test', 'published', 'https://exemple.test/equipe']);
    equal(new Date(String(occurred_at)).toISOString(), '2026-01-15T05:00:00.000Z');
    match(String(evidence), /^Congrès 2026\nPage/);
    equal(recorded_by, engine.people.admin.id);
  }),
  check('incomplete, future or unknown evidence · refused', async (engine) => {
    const wrong: Row[] = [
      ...[{}, { ...proof, basis: 'none' }, { ...proof, basis: 'referral' }, { ...proof, evidence: ' ' }],
      ...[
        { ...proof, source_url: '' },
        { ...proof, occurred_on: '2999-01-01' },
        { ...proof, occurred_on: null },
      ],
    ];
    for (const consent of wrong) {
      const answer = await load(engine, [fileRow()], { consent });
      deepEqual([answer.status, (answer.body as Row).code], [400, '22023'], JSON.stringify(consent));
    }
    equal((await storedContacts(engine)).length, 1);
  }),
  check('unsubscribed address · imported, reported, never made reachable', async (engine) => {
    await suppress(engine, 'anne@exemple.test');
    equal(
      counts(await load(engine, [fileRow({ email: 'Anne@Exemple.test' })], { consent: proof })),
      '0 |  |  | 0',
    );
    deepEqual(await snapshot(engine, rowFactoryOf('consent_events')), []);
    const answer = await engine.request('admin', {
      method: 'POST',
      path: '/rest/v1/rpc/contact_consents',
      body: {},
    });
    deepEqual(
      Object.values(answer.body as Record<string, Row>).map(({ state }) => state),
      ['unsubscribed'],
    );
  }),
  check(
    'what a person does · written, completed where nothing is known, refused when unknown',
    async (engine) => {
      const [known] = await storedContacts(engine);
      await engine.sql('update public.contacts set function_kind = null, function_title = null');
      const job = { function_kind: 'greffe', function_title: 'Greffière-trésorière' };
      await load(engine, [fileRow({ email: 'anne@exemple.test', ...job }), { ...known, ...job }], {
        mode: 'complete',
      });
      await load(
        engine,
        [fileRow({ email: 'anne@exemple.test', function_kind: 'mairie', function_title: 'Mairesse' })],
        {
          mode: 'complete',
        },
      );
      deepEqual(await engine.sql('select distinct function_kind, function_title from public.contacts', []), [
        job,
      ]);
      equal(
        (await load(engine, [fileRow({ email: 'b@exemple.test', function_kind: 'licorne' })])).status,
        400,
      );
    },
  ),
  check('a block without source or list, too long, or of an unknown mode · refused', async (engine) => {
    const tries: [unknown, Row, RegExp][] = [
      [[fileRow()], { list_source: '  ' }, /provenance/],
      [{ name: 'x' }, {}, /liste de lignes/],
      [Array(1001).fill(fileRow()), {}, /1000 lignes/],
      [[fileRow()], { mode: 'replace' }, /Mode/],
    ];
    for (const [block, more, message] of tries) {
      const answer = await load(engine, block, more);
      equal(answer.status, 400, answer.text);
      match(answer.text, message);
    }
    equal((await storedContacts(engine)).length, 1);
  }),
];
