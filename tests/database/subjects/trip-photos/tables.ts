import { allRights, everyRow } from '../../access/rights.ts';
import { instant, pick, uuid } from '../../fixtures/rows/row-factory.ts';
import type { SubjectTables } from '../subject-tables.ts';

/** Photos taken at the stops of a trip. */
export const tables: SubjectTables = {
  rights: {
    trip_photos: {
      visitor: {},
      user: {},
      reader: { select: everyRow },
      admin: {
        select: everyRow,
        insert: ['id', 'trip_plan_id', 'contact_id', 'taken_at', 'recorded_by'],
        delete: everyRow,
      },
      service: allRights,
    },
  },
  functions: { 'public.unused_trip_photo_files': ['service_role'], 'private.trip_photo_personal_data': [] },
  rows: [
    {
      table: 'trip_photos',
      key: ['id'],
      required: ['trip_plan_id', 'contact_id', 'taken_at', 'recorded_by'],
      parents: ['trip_plans', 'contacts'],
      row: (i, people) => ({
        id: uuid(96, i),
        trip_plan_id: uuid(5, i),
        contact_id: uuid(8, i),
        taken_at: instant(i),
        recorded_by: pick(i, people.admin.id, people.admin.id, people.admin2.id),
        created_at: instant(i),
      }),
    },
  ],
  uniques: [{ table: 'trip_photos', columns: ['id'] }],
  references: { trip_photos: ['trip_plan_id', 'contact_id', 'recorded_by'] },
};
