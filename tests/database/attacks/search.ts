import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Answer, Check, Engine, Role, Row } from '../engines/engine.ts';
import { plantEveryTable, reset } from '../fixtures/tables.ts';

const call = (engine: Engine, query: unknown, role: Role = 'admin', per_kind = 5): Promise<Answer> =>
  engine.request(role, { method: 'POST', path: '/rest/v1/rpc/search_everything', body: { query, per_kind } });

async function foundOfAll(engine: Engine, query: string, role?: Role, perKind?: number): Promise<Row[]> {
  const { status, body, text } = await call(engine, query, role, perKind);
  equal(status, 200, text);
  return body as Row[];
}

/** Searches, and leaves out the organisations that are created with the contacts. */
const searchFor = async (...query: Parameters<typeof foundOfAll>) =>
  (await foundOfAll(...query)).filter(({ kind }) => kind !== 'organisation');

/** Shows the words that were found between brackets. */
const marked = ({ excerpt }: Row) => String(excerpt).replaceAll('\u0002', '[').replaceAll('\u0003', ']');

const titles = async (engine: Engine, query: string) =>
  (await searchFor(engine, query)).map(({ title }) => title);

const contact = (engine: Engine, company: string, { email = '', phone = '' } = {}) =>
  engine.sql(
    `insert into public.contacts (name, company, email, phone, city, region)
     values ('Chloé Bœuf', $1, nullif($2, ''), nullif($3, ''), 'Saint-Éloi', 'Bas-Saint-Laurent')`,
    [company, email, phone],
  );

function check(name: string, run: (engine: Engine) => Promise<void>): Check {
  return {
    name: `attack · search · ${name}`,
    object: 'search',
    run: async (engine) => {
      try {
        await run(engine);
      } finally {
        await reset(engine);
      }
    },
  };
}

/** One search reads every table: it may show nobody more than the tables do, and must find as a person types. */
export const attacksOnSearch: Check[] = [
  check(
    'found by a telephone number or an e-mail · the passage shows it, of every kind that has one',
    async (engine) => {
      await contact(engine, 'Ville de Matane', { email: 'greffe@matane.example', phone: '418 555-0142' });
      await engine.sql(
        `insert into public.organisations (kind, name, city, region, email, phone)
       values ('autre', 'Culture Matane', 'Matane', 'Bas-Saint-Laurent', 'greffe@matane.example', '418 555-0142')`,
      );
      await engine.sql(
        `insert into public.quote_requests (organization_name, contact_name, organization_type, email, phone, service_type)
       values ('MRC de La Matanie', 'Ève Roy', 'municipalite', 'greffe@matane.example', '418 555-0142', 'street-view')`,
      );
      await engine.sql(
        `insert into public.quotes (organization_name, contact_name, email, phone)
       values ('Port de Matane', 'Ève Roy', 'greffe@matane.example', '418 555-0142')`,
      );
      await engine.sql(
        `insert into public.inbound_messages (id, provider_id, from_email, from_name, subject, kind, received_at)
       values (gen_random_uuid(), 're_passage', 'greffe@matane.example', 'Ève Roy', 'Bonjour', 'reply', now())`,
      );
      const passages = async (query: string, word: string) =>
        (await foundOfAll(engine, query))
          .filter((row) => marked(row).includes(`[${word}]`))
          .map(({ kind }) => kind)
          .sort();
      const kinds = ['contact', 'organisation', 'quote', 'request'];
      deepEqual(await passages('418 555-0142', '418 555-0142'), kinds);
      deepEqual(
        await passages('greffe@matane.example', 'greffe@matane.example'),
        ['message', ...kinds].sort(),
      );
    },
  ),
  check(
    'visitor, secret key · refused; signed-in user · nothing; reader, administrator · each kind',
    async (engine) => {
      await reset(engine);
      await plantEveryTable(engine, { without: ['user_roles'] });
      await engine.sql('update public.quote_requests set anonymised_at = null');
      await engine.sql(
        `insert into public.notifications (quote_request_id, kind, subject, body)
         select id, 'reply', 'Objet', 'Voici la réponse.' from public.quote_requests`,
      );
      const queries = [
        'entreprise',
        'municipalite',
        'visite',
        'ville',
        'gabarit',
        'campagne',
        'region',
        'lieu',
        ...['échange', 'mot', 'note', 'réponse', 'relevé', 'message', 'objet'],
      ];
      const kinds = async (role: Role) => {
        const rows = await Promise.all(queries.map((query) => foundOfAll(engine, query, role)));
        return [...new Set(rows.flat().map(({ kind }) => kind))].sort();
      };
      for (const role of ['visitor', 'service'] as const) {
        const { status, text } = await call(engine, 'entreprise', role);
        ok(status === 401 || status === 403, `${role}: ${status} ${text}`);
      }
      deepEqual(await kinds('user'), []);
      const searched = await engine.sql(
        `select replace(relname, '_searched', '') as kind from pg_class
         where relnamespace = 'private'::regnamespace and relkind = 'v' and relname like '%\\_searched' order by 1`,
      );
      for (const role of ['reader', 'admin'] as const) {
        deepEqual(
          await kinds(role),
          searched.map(({ kind }) => kind),
          role,
        );
      }
    },
  ),
  check(
    'accents, case, ligatures, dashes, order of words, parts of an address or a number',
    async (engine) => {
      await contact(engine, 'Municipalité de L’Île-aux-Coudres', {
        email: 'dg@ile-aux-coudres.example',
        phone: '418 555-0123',
      });
      await contact(engine, 'Camping Sacré-Cœur');
      const island = ['Municipalité de L’Île-aux-Coudres'];
      for (const query of ['ile aux coudres', 'COUDRES munic', 'l’île', 'ile-aux-coudres.example', '5550123'])
        deepEqual(await titles(engine, query), island, query);
      for (const query of ['sacre coeur', 'SACRÉ-CŒUR', 'camping chloé boeuf'])
        deepEqual(await titles(engine, query), ['Camping Sacré-Cœur'], query);
      equal((await titles(engine, 'st-eloi')).length, 2);
      const [organisation] = await foundOfAll(engine, 'sacre coeur').then((rows) =>
        rows.filter(({ kind }) => kind === 'organisation'),
      );
      deepEqual([organisation?.title, organisation?.detail], ['Camping Sacré-Cœur', 'Saint-Éloi']);
      deepEqual(await titles(engine, 'camping coudres'), [], 'not every word');
    },
  ),
  check(
    'an address · as it is written, whole or from its beginning; letters of other alphabets',
    async (engine) => {
      await contact(engine, 'Neil', { email: 'neil@riviere-claire.example' });
      await contact(engine, 'O’Neil', { email: "o'neil@riviere-claire.example" });
      await contact(engine, 'ᑰᔾᔪᐊᖅ', { email: 'bob@xn--qubec-ville-cbb.example' });
      await contact(engine, 'E\u0301den', { email: 'a+b@val-serein-de-la-mer-du-nord.example' });
      const all: [string, string[]][] = [
        ["o'neil@riviere-claire.example", ['O’Neil']],
        ['neil@riviere-claire.example', ['Neil']],
        ['NEIL@riv', ['Neil']],
        ['@riviere-claire.example', ['Neil', 'O’Neil']],
        ['a+b@val-serein-de-la-mer-du-nord.example', ['E\u0301den']],
        ['a+b@val-serein-de-la-mer-du-sud.example', []],
        ['a.b@val-serein', []],
        ['ᑰᔾᔪ', ['ᑰᔾᔪᐊᖅ']],
        ['bœuf ᑰᔾᔪᐊᖅ', ['ᑰᔾᔪᐊᖅ']],
        ['éden', ['E\u0301den']],
        ['chloe boeuf neil neil neil absent', []],
      ];
      for (const [query, expected] of all) deepEqual((await titles(engine, query)).sort(), expected, query);
    },
  ),
  check(
    'what begins with the query first, then titles, then the rest; so many of each kind',
    async (engine) => {
      await contact(engine, 'Chalets du Fjord');
      await contact(engine, 'Fjord en kayak');
      await contact(engine, 'Auberge', { email: 'fjord@auberge.example' });
      deepEqual(await titles(engine, 'fjord'), ['Fjord en kayak', 'Chalets du Fjord', 'Auberge']);
      equal((await searchFor(engine, 'fjord', 'admin', 2)).length, 2);
      equal((await searchFor(engine, 'fjord', 'admin', -1)).length, 1);
      equal((await searchFor(engine, 'fjord', 'admin', 2_000_000)).length, 3);
    },
  ),
  check('the register of municipalities comes after what is one’s own', async (engine) => {
    await contact(engine, 'Auberge de Matane');
    await engine.sql(
      `insert into public.municipalities (code, kind, name, region, source)
       values ('08053', 'municipalité', 'Matane', 'Bas-Saint-Laurent', 'essai')`,
    );
    deepEqual(await titles(engine, 'matane'), ['Auberge de Matane', 'Matane']);
  }),
  check(
    'expressions, wildcards, emptiness, one letter, thousands of letters · nothing, no error',
    async (engine) => {
      await contact(engine, 'Fjord en kayak');
      const hostile = [
        '',
        ' ',
        '.*',
        '%',
        '_',
        '\\',
        '(((',
        '[[:alpha:]]',
        '\\m',
        "';--",
        'f',
        '<',
        '日本',
        null,
      ];
      for (const query of [...hostile, 'x'.repeat(100_000), 'a b c d e f g h i j '.repeat(50)]) {
        const { status, body, text } = await call(engine, query);
        equal(status, 200, text);
        deepEqual(body, [], JSON.stringify(query)?.slice(0, 40));
      }
      equal((await titles(engine, '(fjord|zzz).*')).length, 0);
      equal((await titles(engine, '^fjord.*')).length, 1);
    },
  ),
  check(
    'notes, messages and quotes · by their words, whose and when, shown where they stand',
    async (engine) => {
      await contact(engine, 'Ville de Matane');
      await engine.sql(
        `insert into public.contact_activities (contact_id, kind, body, happened_at)
       select id, 'note', 'Ils préparent un événement : 100 % du stationnement de la rue L’Ascension. Voir 418.555.7777.', '2031-03-04 12:00-05'
       from public.contacts`,
      );
      await engine.sql(
        `insert into public.inbound_messages (id, provider_id, from_email, from_name, subject, body, kind, contact_id, received_at)
       select gen_random_uuid(), 'essai', 'dg@matane.example', 'Ana Roy', 'Relevé', $1 || ' Le chalet du phare vous plairait.',
         'reply', id, '2031-03-05 12:00-05' from public.contacts`,
        ['Bien des mots avant. '.repeat(40)],
      );
      await engine.sql(
        `insert into public.quotes (organization_name, year, sequence, status, subject, snapshot, sent_at, lines)
       values ('Ville de Percé', 2031, 14, 'envoyé', 'Visite', '{}', now(), $1)`,
        [
          JSON.stringify([
            {
              description: 'Numérisation de l’aréna',
              quantity: '1.000',
              unit: 'forfait',
              unitPriceCents: 100,
            },
          ]),
        ],
      );
      const one = async (query: string) => {
        const [first] = await foundOfAll(engine, query);
        return first && [first.kind, first.title, first.detail, marked(first)];
      };
      const note = ['exchange', 'Chloé Bœuf, Ville de Matane', 'Note · 2031-03-04'];
      const event =
        'Ils préparent un [événement] : 100 % du stationnement de la rue L’Ascension. Voir 418.555.7777.';
      for (const query of ['évènement', 'EVENEMENTS', 'événements', 'evenemen'])
        deepEqual(await one(query), [...note, event], query);
      const street = event.replace(/[[\]]/g, '');
      for (const query of ["l'ascension", 'L’ASCENSION', 'ascension', '« ascension »'])
        match(String((await one(query))?.[3]), /\[Ascension\]|\[L’Ascension\]/, query);
      for (const query of ['418 555-7777', '(418) 555-7777', '4185557777', '1-418-555-7777', '555.7777'])
        match(String((await one(query))?.[3]), /\[(418\.)?555\.7777\]/, query);
      deepEqual(await one('100 %'), [...note, street.replace('100', '[100]')]);
      deepEqual((await one('stationement'))?.slice(0, 3), note, 'a typing mistake');
      const [kind, title, detail, passage] = (await one('chalets phares')) ?? [];
      deepEqual([kind, title, detail], ['message', 'Ana Roy', 'Relevé · 2031-03-05']);
      match(String(passage), /^…[^[]*Le \[chalet\] du \[phare\] vous plairait\.$/);
      deepEqual((await one('2031-014'))?.slice(0, 3), ['quote', 'Ville de Percé', '2031-014 · Visite']);
      equal((await one('numerisations arena'))?.[3], '[Numérisation] de l’[aréna]');
      for (const query of ['%', '_', '"', '😀', '😀😀', "''", '\\', 'é'])
        deepEqual(await foundOfAll(engine, query), [], query);
      const targets = await foundOfAll(engine, 'matane');
      ok(targets.every(({ target, target_id }) => (target === '') === (target_id === '')));
      const [found] = await foundOfAll(engine, 'évènement');
      const [row] = await engine.sql('select id from public.contacts');
      deepEqual([found?.target, found?.target_id], ['contact', row?.id]);
      // A contact in the trash takes its notes and messages along.
      await engine.sql('delete from public.contacts');
      deepEqual(await foundOfAll(engine, 'évènement'), []);
    },
  ),
  check('a name first, then the words, then near spelling', async (engine) => {
    for (const company of ['Auberge du Portage', 'Portage', 'Le Portage', 'Portage et fils', 'Pourtage'])
      await contact(engine, company);
    deepEqual(await titles(engine, 'portage'), [
      'Portage',
      'Portage et fils',
      'Le Portage',
      'Auberge du Portage',
    ]);
    deepEqual(await titles(engine, 'pourtages'), ['Pourtage']);
    deepEqual((await titles(engine, 'portaje')).slice(0, 1), ['Portage']);
    await contact(engine, 'Bibliographe du Quai');
    deepEqual(await titles(engine, 'bibliotheqe'), []);
    deepEqual(await titles(engine, 'camping portage'), []);
  }),
  check('the indexes serve the search', async (engine) => {
    for (const { kind } of await engine.sql(
      `select replace(relname, '_searched', '') as kind from pg_class
       where relnamespace = 'private'::regnamespace and relkind = 'v' and relname like '%\\_searched'`,
    )) {
      const plan = await engine.sql(
        `set local enable_seqscan = off; explain select id from private.${kind}_searched where words @@ 'portage'`,
      );
      match(JSON.stringify(plan), new RegExp(`${kind}_searched_idx`));
    }
  }),
  check('an anonymised request is not found', async (engine) => {
    await engine.sql(
      `insert into public.quote_requests (organization_name, contact_name, email, organization_type, service_type)
       values ('Ville de Kamouraska', 'Ana', 'ana@exemple.test', 'ville', 'autre')`,
    );
    deepEqual(await titles(engine, 'kamouraska'), ['Ville de Kamouraska']);
    await engine.sql('update public.quote_requests set anonymised_at = now()');
    deepEqual(await titles(engine, 'kamouraska'), []);
  }),
];
