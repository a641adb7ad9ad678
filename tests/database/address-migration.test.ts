import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealPostgres, startRealPostgres } from './engines/real-postgres.ts';

const migrations = new URL('../../supabase/migrations/', import.meta.url);

let folder: string;
let postgres: RealPostgres;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'before-addresses-'));
  const baseline = '20261122000000_baseline.sql';
  await cp(new URL(baseline, migrations), join(folder, baseline));
  postgres = await startRealPostgres({ folder, api: false });
});
afterAll(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('rows written under the older rules keep what they say, and can still be changed and deleted', async () => {
  await postgres.sql(`
    insert into public.contacts (id, name, company, email, city, region, notes) values
      ('d0000000-0000-4000-8000-000000000001', E'Ève\\u202e Côté', 'Ville', 'eve@québec.example', 'Percé', 'Gaspésie', 'Note'),
      ('d0000000-0000-4000-8000-000000000002', 'Luc', 'Ville', 'luc@ville.example', 'Percé', 'Gaspésie', null);
    insert into public.consent_events (contact_id, email, basis, occurred_at, evidence)
      select id, email, 'express', now(), 'Formulaire' from public.contacts;
    insert into public.quote_requests (organization_name, contact_name, email, organization_type, service_type)
      values ('Ville', E'\\u200b\\u200b', 'hélène@ville.example', 'ville', 'autre');
    insert into public.suppressions (email_hash, reason) values (private.email_hash('luc@ville.example'), 'manual');
    update public.settings set contact_email = 'studio@québec.example',
      verified_senders = array['studio@québec.example', 'studio@ville.example'];
  `);
  await postgres.sql(await readFile(new URL('20261122130000_addresses.sql', migrations), 'utf8'));

  const contacts = await postgres.sql('select name, email, notes from public.contacts order by id', []);
  expect(contacts).toEqual([
    { name: 'Ève  Côté', email: null, notes: 'Courriel à vérifier\u00a0: eve@québec.example\nNote' },
    { name: 'Luc', email: 'luc@ville.example', notes: null },
  ]);
  expect(await postgres.sql('select contact_name, email, message from public.quote_requests', [])).toEqual([
    {
      contact_name: '(sans nom)',
      email: 'a-verifier@anonyme.invalid',
      message: 'Courriel à vérifier\u00a0: hélène@ville.example',
    },
  ]);
  expect(await postgres.sql('select contact_email, verified_senders from public.settings', [])).toEqual([
    { contact_email: '', verified_senders: ['studio@ville.example'] },
  ]);
  const [hash] = await postgres.sql(
    "select email_hash = private.email_hash('luc@ville.example') as same from public.suppressions",
    [],
  );
  expect(hash).toEqual({ same: true });
  await postgres.sql("update public.contacts set status = 'contacté'");
  await postgres.sql('delete from public.contacts');
  const [proof] = await postgres.sql(
    "select evidence from public.consent_events where email like 'a-v%'",
    [],
  );
  expect(proof?.evidence).toBe('Courriel à vérifier\u00a0: eve@québec.example\nFormulaire');
});
