import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { realDependencies } from '../supabase/functions/_shared/dependencies.ts';
import { chooseTransport } from '../supabase/functions/_shared/mail/choose-transport.ts';
import { type Context, keep, readKept } from './step.ts';

/** A check: « vu » with what was seen, or « non vu » with what to do. */
export type Seen = { name: string; isSeen: boolean; detail: string; isGrave: boolean };

const seen = (detail: string) => ({ isSeen: true, detail });
const missing = (detail: string) => ({ isSeen: false, detail });
type Verdict = Pick<Seen, 'isSeen' | 'detail'>;
/** Checks that must not wait: a visitor or a stranger is at the door. */
const GRAVE = [strangerOpensNothing, accountsAreConfirmed, functionsRefuse];

/** Looks at the deployed product from outside. No check changes anything, but for one message when the mail's settings changed. */
export async function checkDeployment(context: Context): Promise<Seen[]> {
  const checks: [string, (context: Context) => Promise<Verdict>][] = [
    ['Un compte seul ne lit ni n’écrit rien', strangerOpensNothing],
    ['L’adresse d’un compte est confirmée', accountsAreConfirmed],
    ['Les fonctions refusent qui n’a pas de secret', functionsRefuse],
    ['Le répartiteur tourne', dispatcherRuns],
    ['Un courriel d’essai part', testMessageLeaves],
    ['Le site répond', siteAnswers],
    ['Une tuile se lit', tileIsRead],
  ];
  const verdicts: Seen[] = [];
  for (const [name, check] of checks) {
    const verdict = await check(context).catch((error: Error) => missing(error.message));
    verdicts.push({ name, ...verdict, isGrave: GRAVE.includes(check) && !verdict.isSeen });
  }
  return verdicts;
}

/**
 * An account of a stranger and a contact, made in a block that is undone. As that account: the rows of every table that
 * a visitor does not see too, and what `user_roles` says.
 */
const stranger = `
  create or replace function pg_temp.stranger() returns jsonb language plpgsql as $$
  declare
    stranger constant uuid := gen_random_uuid();
    claims constant text := jsonb_build_object('sub', stranger, 'role', 'authenticated', 'aal', 'aal1')::text;
    counts jsonb := '{}'; tables text[]; relation text; asked text; rows bigint; roles bigint; written boolean := false;
  begin
    select array_agg(quote_ident(tablename) order by tablename) into tables from pg_tables where schemaname = 'public';
    begin
      insert into auth.users (id, aud, role, email, email_confirmed_at)
      values (stranger, 'authenticated', 'authenticated', stranger || '@inconnu.invalid', now());
      insert into public.contacts (name, company, city, region, email)
      values ('Témoin', 'Témoin', 'Québec', 'Québec', stranger || '@temoin.invalid');
      perform set_config('request.jwt.claims', claims, true);
      foreach asked in array array['anon', 'authenticated'] loop
        execute format('set local role %I', asked);
        foreach relation in array tables loop
          begin
            execute format('select count(*) from public.%s', relation) into rows;
          exception when insufficient_privilege then rows := 0;
          end;
          counts := jsonb_set(counts, array[relation || ' ' || asked], to_jsonb(rows));
        end loop;
        reset role;
      end loop;
      set local role authenticated;
      begin
        select count(*) into roles from public.user_roles;
        insert into public.contacts (name, company, city, region, email)
        values ('Intrus', 'Intrus', 'Québec', 'Québec', stranger || '@intrus.invalid');
        written := true;
      exception when insufficient_privilege then null;
      end;
      raise exception using errcode = 'ZZ999';
    exception when sqlstate 'ZZ999' then null;
    end;
    return jsonb_build_object('roles', roles, 'written', written, 'tables', cardinality(tables), 'opened', (
      select coalesce(jsonb_agg(one), '[]') from unnest(tables) as one
      where (counts ->> (one || ' authenticated'))::bigint > (counts ->> (one || ' anon'))::bigint));
  end $$;
  select pg_temp.stranger() as verdict;`;

async function strangerOpensNothing({ project }: Context): Promise<Verdict> {
  const [row] = await project.sql<{
    verdict: { roles: number; written: boolean; tables: number; opened: string[] };
  }>(stranger);
  const { roles = 1, written = true, tables = 0, opened = [] } = row?.verdict ?? {};
  if (roles > 0 || written || opened.length > 0) {
    return missing(
      `un compte sans rôle lit ${opened.join(', ') || 'rien de plus'}${written ? ' et écrit des contacts' : ''}${roles > 0 ? ' et a un rôle' : ''}. Ne publiez pas : comparez la base aux migrations (npm run db:check).`,
    );
  }
  return seen(`${tables} tables, avec un contact témoin, défait ensuite`);
}

async function accountsAreConfirmed({ url, publishableKey }: Context): Promise<Verdict> {
  const answer = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: publishableKey } });
  const settings = (await answer.json()) as { mailer_autoconfirm?: boolean; disable_signup?: boolean };
  return settings.mailer_autoconfirm === false
    ? seen('« mailer_autoconfirm » est faux')
    : missing('une adresse n’a pas à être confirmée. Relancez : l’étape « Configuration » le règle.');
}

/** Functions that are open by design, and open their door by a token, a signature or a limit of their own. */
const OPEN = [
  'calendar-feed',
  'email-webhook',
  'personal-record',
  'public-quote',
  'quote-request-form',
  'receive-email',
  'unsubscribe',
];

async function functionsRefuse({ root, url }: Context): Promise<Verdict> {
  const names = readdirSync(join(root, 'supabase/functions'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name);
  const answers = await Promise.all(
    names.map(async (name) => {
      const answer = await fetch(`${url}/functions/v1/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
        signal: AbortSignal.timeout(60_000),
      });
      const text = await answer.text();
      return { name, status: answer.status, isGone: /function was not found/i.test(text) };
    }),
  );
  const wrong = answers.filter(({ name, status, isGone }) =>
    OPEN.includes(name) ? isGone || status < 400 || (status >= 500 && status !== 503) : status !== 401,
  );
  if (wrong.length > 0) {
    const told = wrong.map(({ name, status }) => `${name} répond ${status}`).join(', ');
    return missing(`${told}. Lisez son journal (tableau de bord, Edge Functions), puis relancez.`);
  }
  const closed = names.length - OPEN.length;
  return seen(`${closed} répondent 401, ${OPEN.length} refusent une demande sans jeton`);
}

/** Two calls of the schedule, and a run that takes its time. */
const WAIT_MS = 150_000;

async function dispatcherRuns({ project, clock }: Context): Promise<Verdict> {
  const until = clock().getTime() + WAIT_MS;
  for (;;) {
    const [state] = await project.sql<{ ago: number; last_error: string | null; transport: string | null }>(
      `select extract(epoch from now() - last_run_at)::int as ago, last_error, transport
       from public.dispatcher_state where last_run_at > now() - interval '3 minutes'`,
    );
    if (state && !state.last_error)
      return seen(`il y a ${state.ago} s, par ${state.transport ?? 'aucun transport'}`);
    if (clock().getTime() > until) {
      return missing(
        state
          ? `il a tourné il y a ${state.ago} s et dit : « ${state.last_error} » Corrigez, puis relancez.`
          : 'aucun passage en deux minutes et demie. Regardez cron.job_run_details et le journal de dispatch-emails.',
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

async function testMessageLeaves(context: Context): Promise<Verdict> {
  const { answers, options } = context;
  const settings = Object.entries(answers).filter(([name]) => /^(RESEND|SMTP|MAIL|ADMIN_N)/.test(name));
  const mark = createHash('sha256').update(JSON.stringify(settings.sort())).digest('hex');
  if (!options.testEmail && (await readKept(context, 'deployed_mail')) === mark) {
    return seen('parti à un déploiement précédent ; « -- --test-email » en envoie un autre');
  }
  const to = answers.ADMIN_NOTIFICATION_EMAIL.split(',').map((one) => one.trim());
  const text = `Ce message d’essai est parti de ${answers.MAIL_FROM} à la fin du déploiement de ${answers.SITE_URL}.`;
  const values: Record<string, unknown> = answers;
  const transport = chooseTransport({
    ...realDependencies,
    env: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
  });
  const outcome = await transport.send(
    {
      key: `deploy-${crypto.randomUUID()}`,
      from: { name: answers.SITE_NAME, address: answers.MAIL_FROM },
      to,
      subject: '[Essai] Le studio est déployé',
      html: `<p>${text}</p>`,
      text,
    },
    Date.now(),
  );
  if (outcome.kind !== 'accepted') {
    return missing(`${outcome.reason} Corrigez les réglages du courriel, puis relancez.`);
  }
  await keep(context, 'deployed_mail', mark);
  return seen(`accepté par ${transport.name}, pour ${to.join(', ')} : vérifiez qu’il est arrivé`);
}

async function siteAnswers({ answers }: Context): Promise<Verdict> {
  const answer = await fetch(`${answers.SITE_URL}/publication.json`, { signal: AbortSignal.timeout(30_000) });
  const stamp = answer.ok ? ((await answer.json()) as { readAt?: string | null }) : undefined;
  if (stamp?.readAt) return seen(`construit avec les données du ${stamp.readAt}`);
  return missing(
    stamp
      ? 'le site a été construit sans pouvoir lire la base. Vérifiez ses variables chez l’hébergeur, puis reconstruisez-le.'
      : `${answers.SITE_URL}/publication.json répond ${answer.status}. La construction n’est pas finie, ou dist/ n’est pas téléversé : relancez ensuite.`,
  );
}

async function tileIsRead({ project, url }: Context): Promise<Verdict> {
  const [tile] = await project.sql<{ name: string }>(
    "select name from storage.objects where bucket_id = 'panoramas' order by created_at desc limit 1",
  );
  if (!tile) return missing('aucun panorama n’est encore en ligne. Relancez après la première visite.');
  const answer = await fetch(`${url}/storage/v1/object/public/panoramas/${tile.name}`);
  const { length } = new Uint8Array(await answer.arrayBuffer());
  const type = answer.headers.get('content-type') ?? '';
  return answer.ok && type.startsWith('image/')
    ? seen(`${tile.name} : ${length} octets`)
    : missing(
        `${tile.name} répond ${answer.status} (${type}). Vérifiez que le dépôt « panoramas » est public.`,
      );
}
