import { deepEqual, equal, ok } from 'node:assert/strict';
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
    'visitor, secret key · refused; signed-in user · published tours alone; administrator · each kind',
    async (engine) => {
      await plantEveryTable(engine, { without: ['user_roles'] });
      await engine.sql('update public.quote_requests set anonymised_at = null');
      const queries = [
        'entreprise',
        'municipalite',
        'visite',
        'ville',
        'gabarit',
        'campagne',
        'region',
        'lieu',
      ];
      const kinds = async (role: Role) => {
        const rows = await Promise.all(queries.map((query) => foundOfAll(engine, query, role)));
        return [...new Set(rows.flat().map(({ kind }) => kind))].sort();
      };
      for (const role of ['visitor', 'service'] as const) {
        const { status, text } = await call(engine, 'entreprise', role);
        ok(status === 401 || status === 403, `${role}: ${status} ${text}`);
      }
      deepEqual(await kinds('user'), ['tour']);
      const [published] = await engine.sql(
        "select count(*)::int as count from public.virtual_tours where status = 'published'",
      );
      equal((await searchFor(engine, 'visite', 'user')).length, published?.count);
      deepEqual(await kinds('admin'), [
        ...[
          'campaign',
          'contact',
          'invoice',
          'municipality',
          'organisation',
          'quote',
          'request',
          'template',
          'tour',
          'trip',
        ],
      ]);
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
      deepEqual(await titles(engine, 'oudres'), [], 'the middle of a word');
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
