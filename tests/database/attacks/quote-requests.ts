import { deepEqual, equal } from 'node:assert/strict';
import type { Answer, Call, Check, Engine, Role, Row } from '../engines/engine.ts';
import { atOnce } from '../engines/simultaneous.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { reset, snapshot } from '../fixtures/tables.ts';

const quotes = rowFactoryOf('quote_requests');
const refusal = 'Trop de demandes ont été envoyées. Veuillez réessayer plus tard ou nous écrire directement.';

const needsProof =
  'Le formulaire vérifie que vous êtes une personne. Rechargez la page, ou écrivez-nous directement.';

/** Makes the body of a visitor's form; each has another e-mail address, so that only the network address is counted. */
function form(index: number | string, email = `visiteur-${index}@exemple.test`): Row {
  return {
    ...{ organization_name: `Municipalité ${index}`, contact_name: `Personne ${index}`, email },
    ...{ organization_type: 'municipalite', service_type: 'visite-virtuelle' },
  };
}

const counts = 'private.request_rate_limits';
const attacker = '203.0.113.66';
const honestAddress = (index: number) => `198.51.100.${index}`;

async function postRequest(
  engine: Engine,
  body: unknown,
  call: Partial<Call> = {},
  role: Role = 'visitor',
): Promise<Answer> {
  const headers = { prefer: 'return=minimal', ...call.headers };
  return engine.request(role, {
    address: attacker,
    ...call,
    method: 'POST',
    path: '/rest/v1/quote_requests',
    body,
    headers,
  });
}

async function rows(engine: Engine): Promise<number> {
  return (await snapshot(engine, quotes)).length;
}

async function tenFromTheAttacker(engine: Engine): Promise<void> {
  for (let index = 1; index <= 10; index++) {
    const answer = await postRequest(engine, form(index));
    equal(answer.status, 201, `${index}: ${answer.text}`);
  }
  equal(await rows(engine), 10);
}

/** A request as the edge function of the form hands it over: from its own address, with the visitor's beside. */
const receive = (engine: Engine, index: number | string, visitor: string | null, role: Role = 'service') =>
  engine.request(role, {
    method: 'POST',
    path: '/rest/v1/rpc/receive_quote_request',
    body: {
      request: { ...form(index), status: 'archivé', id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' },
      network_address: visitor,
    },
  });

/** Sets whether the form asks for a proof, as the dispatcher does at each run, while `run` lasts. */
async function withProof(engine: Engine, run: () => Promise<void>): Promise<void> {
  const set = async (is_needed: boolean) => {
    const path = '/rest/v1/rpc/set_quote_form_proof';
    const answer = await engine.request('service', { method: 'POST', path, body: { is_needed } });
    equal(answer.status, 204, answer.text);
  };
  await set(true);
  await run().finally(() => set(false));
}

function mustBeLimited(answer: Answer): void {
  equal(answer.status, 429, answer.text);
  equal((answer.body as Row).message, refusal);
}

function check(name: string, run: (engine: Engine) => Promise<void>, needs?: Check['needs']): Check {
  return {
    name: `attack · quote requests · ${name}`,
    object: 'quote_requests',
    needs,
    run: async (engine) => {
      await reset(engine);
      await run(engine).finally(() => reset(engine));
    },
  };
}

/** The limits on the one table that a stranger may fill. */
export const attacksOnQuoteRequests: Check[] = [
  check('11th request from an address in 10 minutes · 429 in French, no row', async (engine) => {
    await tenFromTheAttacker(engine);
    mustBeLimited(await postRequest(engine, form(11)));
    mustBeLimited(await postRequest(engine, form(12), {}, 'user'));
    mustBeLimited(await postRequest(engine, form(13), {}, 'admin'));
    equal(await rows(engine), 10);
    equal((await postRequest(engine, form('honnete'), { address: honestAddress(1) })).status, 201);
    equal(await rows(engine), 11);
  }),
  check('forged address headers · do not help', async (engine) => {
    await tenFromTheAttacker(engine);
    const forgeable = [
      'x-forwarded-for',
      'cf-connecting-ip',
      'CF-Connecting-IP',
      'x-real-ip',
      'true-client-ip',
      'forwarded',
    ];
    for (const [index, name] of forgeable.entries()) {
      for (const value of ['192.0.2.77', `192.0.2.${index}, 192.0.2.${index + 100}`]) {
        mustBeLimited(await postRequest(engine, form(`forge-${index}`), { headers: { [name]: value } }));
      }
    }
    equal(await rows(engine), 10);
    // The refused requests do not count against another address.
    const mine = { address: honestAddress(2) };
    equal((await postRequest(engine, form('honnete'), mine)).status, 201);
    equal(await rows(engine), 11);
  }),
  check("an address forged for each request · does not take another's share", async (engine) => {
    const headers = { 'x-forwarded-for': honestAddress(3), 'cf-connecting-ip': honestAddress(3) };
    for (let index = 1; index <= 12; index++) await postRequest(engine, form(index), { headers });
    equal(await rows(engine), 10);
    equal((await postRequest(engine, form('honnete'), { address: honestAddress(3) })).status, 201);
  }),
  check('4th request with the same e-mail in 10 minutes, from anywhere · 429, no row', async (engine) => {
    const same = (address: number, email: string) =>
      postRequest(engine, form(address, email), { address: honestAddress(address) });
    for (const [index, email] of ['moi@exemple.test', 'MOI@exemple.test', 'Moi@Exemple.Test'].entries()) {
      equal((await same(index + 10, email)).status, 201);
    }
    mustBeLimited(await same(20, 'moi@exemple.test'));
    mustBeLimited(await same(21, 'mOI@exemple.test'));
    mustBeLimited(await same(22, 'moi+encore@exemple.test'));
    equal(await rows(engine), 3);
    equal((await same(20, 'toi@exemple.test')).status, 201);
    equal(await rows(engine), 4);
  }),
  check('11 requests in one call · no row; 10 · all', async (engine) => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => form(index));
    mustBeLimited(await postRequest(engine, many(11)));
    equal(await rows(engine), 0);
    equal((await postRequest(engine, many(10))).status, 201);
    equal(await rows(engine), 10);
  }),
  check('refused requests · do not count and leave nothing', async (engine) => {
    for (let index = 0; index < 12; index++)
      await postRequest(engine, { ...form(index), organization_type: 'inconnu' });
    equal(await rows(engine), 0);
    deepEqual(await engine.sql('select count(*)::int as kept from private.request_rate_limits', []), [
      { kept: 0 },
    ]);
    await tenFromTheAttacker(engine);
  }),
  check('the share comes back after 10 minutes, not before', async (engine) => {
    await tenFromTheAttacker(engine);
    const age = (interval: string) =>
      engine.sql('update private.request_rate_limits set accepted_at = now() - $1::text::interval', [
        interval,
      ]);
    await age('9 minutes 50 seconds');
    mustBeLimited(await postRequest(engine, form(11)));
    await age('10 minutes 1 second');
    equal((await postRequest(engine, form(12))).status, 201);
    equal(await rows(engine), 11);
    // Counts older than the window are deleted, since network addresses are personal data.
    deepEqual(await engine.sql('select count(*)::int as kept from private.request_rate_limits', []), [
      { kept: 2 },
    ]);
  }),
  check('addresses and e-mails · only hashed ones stay', async (engine) => {
    await postRequest(engine, form(1));
    const kept = await engine.sql('select key from private.request_rate_limits', []);
    equal(kept.length, 2);
    equal(
      kept.every(({ key }) => /^[0-9a-f]{64}$/.test(String(key))),
      true,
    );
  }),
  check('the secret key is not limited', async (engine) => {
    for (let index = 0; index < 12; index++)
      await postRequest(engine, form('serveur', 'serveur@exemple.test'), {}, 'service');
    equal(await rows(engine), 12);
  }),
  check(
    'received by the function · counted under the visitor’s address, whatever the function’s own',
    async (engine) => {
      for (let index = 1; index <= 10; index++) {
        const answer = await receive(engine, index, attacker);
        equal(answer.status, 204, answer.text);
      }
      mustBeLimited(await receive(engine, 11, attacker));
      mustBeLimited(await receive(engine, 12, ` ${attacker} `));
      mustBeLimited(await receive(engine, 13, `::ffff:${attacker}`));
      for (const [index, address] of [honestAddress(6), '2001:db8:1:2::1'].entries()) {
        equal((await receive(engine, `autre-${index}`, address)).status, 204);
      }
      // The form and its edge function share one count.
      for (let index = 0; index < 10; index++) await receive(engine, `x${index}`, honestAddress(7));
      equal(await rows(engine), 22);
      const kept = await engine.sql(
        "select count(*)::int as n from public.quote_requests where status <> 'nouveau'",
      );
      deepEqual(kept, [{ n: 0 }]);
    },
  ),
  check(
    'the form posted to its function · 303 to the site, limited by the true address whatever is forged',
    async (engine) => {
      const send = (index: number | string, headers: Row = {}, address = attacker) =>
        engine.request('visitor', {
          method: 'POST',
          path: '/functions/v1/quote-request-form',
          token: null,
          address,
          body: Buffer.from(new URLSearchParams(form(index) as Record<string, string>).toString()),
          headers: { 'content-type': 'application/x-www-form-urlencoded', apikey: '', ...headers },
        });
      const page = async (answer: Promise<Answer>) => {
        const { status, headers } = await answer;
        equal(status, 303);
        return new URL(headers.get('location') ?? '').pathname + new URL(headers.get('location') ?? '').hash;
      };
      for (let index = 1; index <= 10; index++) equal(await page(send(index)), '/contact/recue');
      for (const name of ['x-forwarded-for', 'cf-connecting-ip', 'x-real-ip', 'forwarded']) {
        equal(
          await page(send(`forge-${name}`, { [name]: '192.0.2.77' })),
          '/contact/non-envoyee#trop-de-demandes',
        );
      }
      equal(
        await page(send('loin', { origin: 'https://pirate.example' }, honestAddress(60))),
        '/contact/non-envoyee#panne',
      );
      equal(await rows(engine), 10);
      // Requests that came through the edge function count against a direct insert too.
      mustBeLimited(await postRequest(engine, form('direct')));
      equal(await page(send('honnete', {}, honestAddress(61))), '/contact/recue');
      equal(await rows(engine), 11);
    },
    'functions',
  ),
  check('received by the function, from nobody known · one share for all', async (engine) => {
    for (const [index, address] of [...Array(6).fill(null), ...Array(6).fill('')].entries()) {
      await receive(engine, index, address);
    }
    equal(await rows(engine), 10);
  }),
  check('handed over as the function does, by anybody else · refused, no row', async (engine) => {
    for (const role of ['visitor', 'user', 'admin'] as const) {
      equal((await receive(engine, 1, honestAddress(8), role)).status >= 401, true);
      const path = '/rest/v1/rpc/set_quote_form_proof';
      const opened = await engine.request(role, { method: 'POST', path, body: { is_needed: true } });
      equal(opened.status >= 401, true, opened.text);
    }
    equal(await rows(engine), 0);
    equal((await postRequest(engine, form(2))).status, 201);
  }),
  check(
    'a proof is asked for · a direct insert is refused in French, the function is served',
    async (engine) => {
      await withProof(engine, async () => {
        for (const role of ['visitor', 'user', 'admin'] as const) {
          const answer = await postRequest(engine, form(role), { address: honestAddress(9) }, role);
          equal(answer.status, 403, answer.text);
          equal((answer.body as Row).message, needsProof);
        }
        equal(await rows(engine), 0);
        equal((await receive(engine, 'prouve', honestAddress(9))).status, 204);
        equal(await rows(engine), 1);
      });
      equal((await postRequest(engine, form('ensuite'), { address: honestAddress(9) })).status, 201);
    },
  ),
  check(
    '300 requests from an address · 10 rows at most, an honest visitor served meanwhile',
    async (engine) => {
      let served = 0;
      for (let batch = 0; batch < 10; batch++) {
        const flood = Array.from({ length: 30 }, (_, index) =>
          postRequest(engine, form(`${batch}-${index}`)),
        );
        const visitor = postRequest(engine, form(`honnete-${batch}`), { address: honestAddress(30 + batch) });
        if ((await visitor).status === 201) served++;
        const statuses = new Set((await Promise.all(flood)).map(({ status }) => status));
        deepEqual(
          [...statuses].filter((status) => status !== 201 && status !== 429),
          [],
        );
      }
      equal(served, 10);
      equal(await rows(engine), 20);
    },
  ),
  check(
    '40 simultaneous requests from an address · exactly 10 rows',
    async (engine) => {
      const all = Array.from({ length: 40 }, (_, index) => () => postRequest(engine, form(index)));
      const answers = await atOnce(engine, counts, all);
      equal(answers.filter(({ status }) => status === 201).length, 10);
      equal(answers.filter(({ status }) => status === 429).length, 30);
      equal(await rows(engine), 10);
    },
    'simultaneity',
  ),
  check(
    '40 simultaneous requests after nine others · only one more',
    async (engine) => {
      for (let index = 1; index <= 9; index++) await postRequest(engine, form(index));
      const all = Array.from({ length: 40 }, (_, index) => () => postRequest(engine, form(`foule-${index}`)));
      const answers = await atOnce(engine, counts, all);
      equal(answers.filter(({ status }) => status === 201).length, 1);
      equal(await rows(engine), 10);
    },
    'simultaneity',
  ),
  check(
    '40 simultaneous requests with one e-mail, from 40 addresses, after two others · only one more',
    async (engine) => {
      const from = (index: number) =>
        postRequest(engine, form(index, 'foule@exemple.test'), { address: honestAddress(100 + index) });
      for (const index of [50, 51]) await from(index);
      const answers = await atOnce(
        engine,
        counts,
        Array.from({ length: 40 }, (_, index) => () => from(index)),
      );
      equal(answers.filter(({ status }) => status === 201).length, 1);
      equal(await rows(engine), 3);
    },
    'simultaneity',
  ),
  check(
    'an IPv6 subscriber with a whole /64 · one share',
    async (engine) => {
      for (let index = 0; index < 12; index++) {
        await postRequest(engine, form(index), { address: `2001:db8:1:2::${index}` });
      }
      equal(await rows(engine), 10);
      equal((await postRequest(engine, form('voisin'), { address: '2001:db8:1:3::1' })).status, 201);
    },
    'chosen-address',
  ),
  check(
    'without the header of the hosting · only the last entry of x-forwarded-for counts, and each has a share',
    async (engine) => {
      const behind = 'proxy' as const;
      for (let index = 0; index < 12; index++) {
        await postRequest(engine, form(index), {
          behind,
          headers: { 'x-forwarded-for': `192.0.2.${index}` },
        });
      }
      equal(await rows(engine), 10);
      equal((await postRequest(engine, form('honnete'), { behind, address: honestAddress(4) })).status, 201);
    },
    'chosen-address',
  ),
  check(
    'with nothing that tells the address · one share for all, rather than no limit',
    async (engine) => {
      for (let index = 0; index < 12; index++) await postRequest(engine, form(index), { behind: 'nothing' });
      equal(await rows(engine), 10);
      equal((await postRequest(engine, form('honnete'), { address: honestAddress(5) })).status, 201);
    },
    'chosen-address',
  ),
  check(
    'IPv4 addresses written as IPv6 · to each its share',
    async (engine) => {
      for (let index = 0; index < 12; index++) {
        const answer = await postRequest(engine, form(index), {
          address: `::ffff:198.51.100.${150 + index}`,
        });
        equal(answer.status, 201, answer.text);
      }
    },
    'chosen-address',
  ),
];
