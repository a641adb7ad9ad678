import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Answer, Check, Engine, Role, Row } from '../../engines/engine.ts';
import { outsiders } from '../../fixtures/answers.ts';
import { succeed } from '../../fixtures/calls.ts';
import { rowFactoryOf } from '../../fixtures/rows/row-factories.ts';
import { withRows } from '../../fixtures/tables.ts';

const table = rowFactoryOf('tender_signals');

const call = (n: number, more: Row = {}): Row => ({
  ...{
    ocid: `ocds-ec9k95-2000${n}`,
    kind: 'appel',
    title: 'Visite virtuelle du parc',
    buyer: 'Ville de La Malbaie',
  },
  ...{
    closes_at: '2031-05-01T15:00:00Z',
    ends_on: null,
    url: 'https://seao.test/avis',
    phrase: 'visite virtuelle',
  },
  ...{ published_at: '2031-03-03T10:00:00Z', ...more },
});

const send = (engine: Engine, notices: Row[], role: Role = 'admin', more: Row = {}): Promise<Answer> =>
  engine.request(role, {
    method: 'POST',
    path: '/rest/v1/rpc/import_tender_week',
    body: {
      ...{
        first_day: '2031-03-03',
        last_day: '2031-03-09',
        file_name: 'hebdo_20310303_20310309.json',
        releases: 900,
      },
      ...{ notices, ...more },
    },
  });

async function counts(answer: Promise<Answer>): Promise<unknown> {
  const { status, text, body } = await answer;
  equal(status, 200, text);
  const [row] = body as Row[];
  return [row?.added, row?.changed, row?.unchanged, row?.removed];
}

const rows = (engine: Engine) => engine.sql('select * from public.tender_signals order by ocid');
const weeks = (engine: Engine) => engine.sql('select * from public.tender_weeks order by first_day');

function check(name: string, run: (engine: Engine) => Promise<void>): Check {
  return {
    name: `attack · tenders · ${name}`,
    object: 'tender_signals',
    run: (engine) =>
      withRows(engine, table, [], async () => {
        await engine.sql(`
          insert into public.municipalities (code, kind, name, region, source, population) values
            ('15013', 'municipalité', 'La Malbaie', 'Capitale-Nationale', 'Registre', 8000),
            ('10043', 'municipalité', 'Le Bic', 'Bas-Saint-Laurent', 'Registre', 2900),
            ('560', 'mrc', 'Le Haut-Richelieu', 'Montérégie', 'Registre', 118000),
            ('15050', 'municipalité', 'Saint-Ours', 'Montérégie', 'Registre', 1700),
            ('15051', 'municipalité', 'Saint-Ours', 'Estrie', 'Registre', 900)`);
        await run(engine);
      }),
  };
}

/**
 * Attacks on the weekly files of SEAO: who may import one, repeated imports, the newest state of a notice, and
 * dismissed notices.
 */
export const attacks: Check[] = [
  check('read again, a file changes nothing, not even a date', async (engine) => {
    deepEqual(await counts(send(engine, [call(1), call(2)])), [2, 0, 0, 0]);
    const before = [await rows(engine), await weeks(engine)];
    deepEqual(await counts(send(engine, [call(1), call(2)])), [0, 0, 2, 0]);
    deepEqual([await rows(engine), await weeks(engine)], before);
    deepEqual(await counts(send(engine, [call(1), call(2)], 'service')), [0, 0, 2, 0]);
  }),
  check('the newest state counts, in one file and across files; a cancelled call goes', async (engine) => {
    const given = call(1, {
      kind: 'contrat',
      closes_at: null,
      ends_on: '2032-01-31',
      published_at: '2031-03-05T10:00:00Z',
    });
    deepEqual(await counts(send(engine, [given, call(1)])), [1, 0, 0, 0]);
    equal((await rows(engine))[0]?.kind, 'contrat');
    deepEqual(await counts(send(engine, [call(1)])), [0, 0, 1, 0]);
    equal((await rows(engine))[0]?.kind, 'contrat');
    const later = call(1, { closes_at: '2031-06-01T15:00:00Z', published_at: '2031-03-08T10:00:00Z' });
    deepEqual(await counts(send(engine, [later])), [0, 1, 0, 0]);
    const cancelled = (published_at: string) => call(1, { kind: null, closes_at: null, published_at });
    deepEqual(await counts(send(engine, [cancelled('2031-03-04T10:00:00Z')])), [0, 0, 0, 0]);
    deepEqual(await counts(send(engine, [cancelled('2031-03-09T10:00:00Z')])), [0, 0, 0, 1]);
    deepEqual(await rows(engine), []);
  }),
  check('what has the phrase and the buyer of one put aside comes put aside', async (engine) => {
    await send(engine, [call(1)]);
    const aside = await engine.request('admin', {
      method: 'PATCH',
      path: '/rest/v1/tender_signals?ocid=eq.ocds-ec9k95-20001',
      body: { dismissed_at: '2031-03-04T12:00:00Z' },
    });
    equal(aside.status, 204, aside.text);
    await send(engine, [call(2), call(3, { buyer: 'Ville du Bic' }), call(4, { phrase: 'photo 360' })]);
    deepEqual(
      (await rows(engine)).map(({ dismissed_at }) => dismissed_at !== null),
      [true, true, false, false],
    );
  }),
  check('the buyer · the town or the MRC that it is, none where the register cannot tell', async (engine) => {
    for (const [buyer, code] of [
      ['VILLE DE LA MALBAIE', '15013'],
      ['Municipalité de la Malbaie', '15013'],
      ['Municipalité du Bic', '10043'],
      ['MRC du Haut-Richelieu', '560'],
      ['Municipalité régionale de comté du Haut-Richelieu', '560'],
      ['Ville de Saint-Ours', null],
      ['Hydro-Québec', null],
      ['Le Bic', null],
    ]) {
      const [row] = await engine.sql('select private.buyer_place($1) as code', [buyer]);
      equal(row?.code, code, String(buyer));
    }
  }),
  check(
    'lines of the day · a call that closes within two weeks, the weeks that nobody read',
    async (engine) => {
      const lines = async () =>
        ((await succeed<Row[]>(engine, 'admin', 'today_items', {})) as Row[])
          .filter(({ kind }) => String(kind).startsWith('tender'))
          .map(({ kind, title, detail, urgency, amount }) => [kind, title, detail, urgency, amount]);
      const within = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
      await send(engine, [
        ...[
          call(1, { closes_at: within(2), title: 'Demain' }),
          call(2, { closes_at: within(9), title: 'Bientôt' }),
        ],
        ...[call(3, { closes_at: within(20) }), call(4, { closes_at: within(-1), buyer: 'Ville du Bic' })],
        call(5, { kind: 'contrat', closes_at: null, ends_on: within(5).slice(0, 10) }),
      ]);
      // The notice is dated in the future, so that no week counts as missing yet.
      deepEqual(await lines(), [
        ['tender', 'Demain', 'Ville de La Malbaie', 1, null],
        ['tender', 'Bientôt', 'Ville de La Malbaie', 2, null],
      ]);
      await engine.sql(`update public.tender_signals set dismissed_at = now() where title = 'Demain';
      update public.tender_weeks set first_day = date_trunc('week', now())::date - 35, last_day = date_trunc('week', now())::date - 29`);
      const [, week] = await lines();
      deepEqual(week?.slice(0, 2), ['tender_week', '']);
      // The latest week may be too recent to be published.
      ok([3, 4].includes(Number(week?.[4])), String(week));
      const [{ monday } = {}] = await engine.sql(
        "select (date_trunc('week', now())::date - 28)::text as monday",
        [],
      );
      equal(week?.[2], monday);
    },
  ),
  check('nobody but administrators brings a file, and a bad one changes nothing', async (engine) => {
    for (const role of [...outsiders, 'reader'] as Role[]) {
      ok((await send(engine, [call(1)], role)).status >= 400, role);
    }
    for (const bad of [{ url: 'javascript:alert(1)' }, { ocid: 'x' }, { title: 'a\nb' }, { title: null }]) {
      equal((await send(engine, [call(1), call(2, bad)])).status, 400);
    }
    equal((await send(engine, [call(1)], 'admin', { last_day: '2031-02-01' })).status, 400);
    deepEqual([await rows(engine), await weeks(engine)], [[], []]);
  }),
  check('the search · finds one by a near spelling, with its buyer and its day', async (engine) => {
    await send(engine, [call(1, { title: 'Inventaire des trottoirs' })]);
    const [first] = await succeed<Row[]>(engine, 'reader', 'search_everything', { query: 'trotoir' });
    deepEqual(
      [first?.kind, first?.title, first?.detail],
      ['tender', 'Inventaire des trottoirs', 'Ville de La Malbaie · 2031-03-03'],
    );
  }),
];
