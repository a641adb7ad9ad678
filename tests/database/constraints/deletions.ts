import { deepEqual, equal } from 'node:assert/strict';
import { attemptOperation } from '../access/operations.ts';
import { matrix } from '../access/role-matrix.ts';
import type { Check, Engine } from '../engines/engine.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import type { RowFactory } from '../fixtures/rows/row-factory.ts';
import { plant, plantParents, reset, snapshot, withRows } from '../fixtures/tables.ts';
import { ofSubjects } from '../subjects/subject-tables.ts';

/** Which rows are deleted and which stay when a row that others point to is deleted. */
type Deletion = {
  of: string;
  /** Tables whose rows are deleted too. */
  takes?: string[];
  /** Tables whose rows stay, with the column that becomes null. */
  empties?: Record<string, string[]>;
};

const deletions: Deletion[] = [
  { of: 'tags', takes: ['virtual_tour_tags', 'trip_plan_tags'] },
  {
    of: 'virtual_tours',
    takes: [
      ...['virtual_tour_tags', 'tour_views', 'panorama_tour_drafts', 'panorama_tours', 'tour_deliveries'],
      'tour_link_checks',
    ],
  },
  {
    of: 'trip_plans',
    takes: ['trip_plan_tags', 'suggested_prospects', 'prospect_generations', 'trip_photos'],
    empties: { quotes: ['trip_plan_id'], surveys: ['trip_plan_id'] },
  },
  {
    of: 'municipalities',
    empties: {
      trip_plans: ['municipality_code'],
      contacts: ['municipality_code'],
      organisations: ['register_code'],
      ...ofSubjects((tables) => tables.empties?.municipalities),
    },
  },
  {
    of: 'contacts',
    takes: ['contact_events', 'contact_activities', 'next_actions', 'inbound_messages', 'trip_photos'],
    empties: {
      email_sends: ['contact_id'],
      consent_events: ['contact_id'],
      quote_requests: ['contact_id'],
      suggested_prospects: ['contact_id'],
      quotes: ['contact_id'],
      personal_requests: ['contact_id'],
    },
  },
  {
    of: 'quote_requests',
    takes: ['notifications', 'request_notes', 'request_events'],
    empties: { quotes: ['request_id'] },
  },
  { of: 'surveys', takes: ['survey_tracks', 'survey_pictures'] },
  { of: 'survey_pairs', takes: ['survey_findings'] },
  { of: 'quotes', takes: ['quote_events', 'quote_acceptances'] },
  {
    of: 'email_templates',
    empties: { email_sends: ['template_id'], campaigns: ['template_id'], campaign_steps: ['template_id'] },
  },
  { of: 'email_sends', takes: ['email_events'], empties: { inbound_messages: ['email_send_id'] } },
  { of: 'consent_events', empties: { suppression_lifts: ['consent_event_id'] } },
  { of: 'campaigns', takes: ['email_sends', 'email_events'] },
];

/** Checks `on delete` of every foreign key: links are deleted, business data and proofs stay. */
export function deletionChecks(): Check[] {
  return [
    ...deletions.map(deletionCheck),
    goesWithItsRecord('quotes', {
      ...{ name: 'messages', table: 'notifications', column: 'issued_quote_id' },
      rest: ['kind', "'quote_code'"],
    }),
    goesWithItsRecord('campaigns', {
      ...{ name: 'alerts', table: 'notifications', column: 'campaign_id' },
      rest: ['kind, subject, body', "'campaign_alert', 'Sujet', 'Texte'"],
    }),
    goesWithItsRecord('quote_requests', {
      ...{ name: 'next actions', table: 'next_actions', column: 'quote_request_id' },
      rest: ['title, due_on', "'Relancer', '2031-05-10'"],
    }),
    goesWithItsRecord('quote_requests', {
      ...{ name: 'messages', table: 'inbound_messages', column: 'quote_request_id' },
      rest: [
        'id, provider_id, from_email, kind, received_at',
        "gen_random_uuid(), gen_random_uuid()::text, 'a@b.test', 'reply', now()",
      ],
    }),
    administratorRemoved,
  ];
}

function deletionCheck({ of, takes = [], empties = {} }: Deletion): Check {
  const factory = rowFactoryOf(of);
  const affected = [...takes, ...Object.keys(empties)];
  return {
    name: `deletion · ${of} · takes ${takes.join(', ') || 'nothing'} · empties ${Object.values(empties).flat().join(', ') || 'nothing'}`,
    object: of,
    run: (engine) =>
      withRows(engine, factory, [0, 1, 2], async () => {
        for (const table of affected) await plantAll(engine, rowFactoryOf(table));
        const server = matrix[of]?.service.delete ? 'service' : 'owner';
        const actor = matrix[of]?.admin.delete?.includes(0) ? 'admin' : server;
        await attemptOperation(engine, actor, factory, {
          verb: 'delete',
          target: factory.row(0, engine.people),
        });
        equal((await snapshot(engine, factory)).length, 2);
        for (const table of takes) equal((await snapshot(engine, rowFactoryOf(table))).length, 2, table);
        for (const [table, columns] of Object.entries(empties)) {
          const rows = await snapshot(engine, rowFactoryOf(table));
          equal(rows.length, 3, table);
          for (const column of columns)
            equal(rows.filter((row) => row[column] === null).length, 1, `${table}.${column}`);
        }
      }),
  };
}

/**
 * Checks that a row that is about another kind of record is deleted with that record.
 *
 * @param rest columns and values of the row besides, as SQL
 */
function goesWithItsRecord(
  of: string,
  takes: { name: string; table: string; column: string; rest: [columns: string, values: string] },
): Check {
  const { name, table, column, rest } = takes;
  const factory = rowFactoryOf(of);
  return {
    name: `deletion · ${of} · takes the ${name} about it`,
    object: table,
    run: (engine) =>
      withRows(engine, factory, [0, 1], async () => {
        const [gone, kept] = [0, 1].map((index) => factory.row(index, engine.people).id);
        for (const id of [gone, kept]) {
          await engine.sql(`insert into public.${table} (${column}, ${rest[0]}) values ($1, ${rest[1]})`, [
            id,
          ]);
        }
        await engine.sql(`delete from public.${of} where id = $1`, [gone]);
        deepEqual(await engine.sql(`select ${column} from public.${table}`), [{ [column]: kept }]);
      }),
  };
}

const LEAVER_ID = 'e0000000-0000-4000-8000-000000000002';
/** Columns that name a member of the team. */
const authorColumns: Record<string, string[]> = {
  ...{ trip_plans: ['user_id'], contacts: ['user_id'], email_templates: ['user_id'], campaigns: ['user_id'] },
  ...{ consent_events: ['recorded_by'], suppressions: ['recorded_by'], contact_events: ['recorded_by'] },
  contact_activities: ['recorded_by'],
  trip_photos: ['recorded_by'],
  ...{ suppression_lifts: ['recorded_by'], privacy_register: ['recorded_by'] },
  ...{ surveys: ['user_id'], survey_findings: ['user_id'], survey_seals: ['sealed_by'] },
  ...{ notifications: ['created_by'], request_notes: ['recorded_by'], request_events: ['recorded_by'] },
  personal_requests: ['closed_by'],
  ...{ next_actions: ['recorded_by', 'owner'], postponed_items: ['postponed_by'] },
  publications: ['asked_by'],
  contact_segments: ['created_by'],
  ...{ saved_views: ['created_by'], invitations: ['invited_by', 'accepted_by'] },
  ...{ quotes: ['created_by'], quote_events: ['recorded_by'] },
  quote_acceptances: ['recorded_by', 'reversed_by'],
  ...{ invoices: ['created_by'], invoice_payments: ['recorded_by', 'undone_by'] },
};

const administratorRemoved: Check = {
  name: "deletion · an administrator's account · the role goes, the work and the evidence stay",
  object: 'auth.users',
  run: async (engine) => {
    try {
      await engine.sql('insert into auth.users (id, email) values ($1, $2)', [
        LEAVER_ID,
        'parti@exemple.test',
      ]);
      await engine.sql("insert into public.user_roles (user_id, role) values ($1, 'admin')", [LEAVER_ID]);
      for (const [table, columns] of Object.entries(authorColumns)) {
        await plantAll(engine, rowFactoryOf(table));
        await engine.sql(`update public.${table} set ${columns.map((column) => `${column} = $1`)}`, [
          LEAVER_ID,
        ]);
      }
      // This runs last, because the deletion would also take the rows that were just written.
      await engine.sql(
        "insert into public.activity_log (actor, kind, action) values ($1, 'tags', 'created')",
        [LEAVER_ID],
      );
      await engine.sql('delete from auth.users where id = $1', [LEAVER_ID]);
      deepEqual(await engine.sql('select * from public.user_roles where user_id = $1', [LEAVER_ID]), []);
      for (const [table, columns] of Object.entries(authorColumns)) {
        const rows = await snapshot(engine, rowFactoryOf(table));
        equal(rows.length, 3, table);
        equal(
          rows.every((row) => columns.every((column) => row[column] === null)),
          true,
          table,
        );
      }
      deepEqual(await engine.sql("select actor from public.activity_log where kind = 'tags'"), [
        { actor: null },
      ]);
    } finally {
      await reset(engine);
    }
  },
};

async function plantAll(engine: Engine, factory: RowFactory): Promise<void> {
  await plantParents(engine, factory);
  for (const index of [0, 1, 2]) {
    await plant(engine, factory, factory.row(index, engine.people));
  }
}
