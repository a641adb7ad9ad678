import type { Enums, Tables } from '@/shared/database.types';

type PlaceRecord<
  Table extends 'contacts' | 'trip_plans' | 'virtual_tours' | 'quote_requests' | 'quotes',
  Column extends string,
> = Pick<Tables<Table>, Extract<Column, keyof Tables<Table>>>;

/** The studio's work with some people and in some towns; made by the function records_of. */
export type PlaceRecords = {
  contacts: PlaceRecord<
    'contacts',
    | 'id'
    | 'name'
    | 'company'
    | 'status'
    | 'email'
    | 'phone'
    | 'function_kind'
    | 'function_title'
    | 'organisation_id'
  >[];
  trips: PlaceRecord<'trip_plans', 'id' | 'city' | 'start_date' | 'end_date' | 'job_type' | 'status'>[];
  tours: PlaceRecord<'virtual_tours', 'id' | 'title' | 'status'>[];
  requests: PlaceRecord<
    'quote_requests',
    'id' | 'organization_name' | 'service_type' | 'status' | 'created_at'
  >[];
  quotes: PlaceRecord<
    'quotes',
    'id' | 'number' | 'subject' | 'status' | 'total_cents' | 'organization_name' | 'updated_at'
  >[];
  /** The last fifty e-mails. */
  emails: {
    id: string;
    campaign_id: string;
    contact_id: string;
    contact_name: string;
    subject: string;
    status: Enums<'send_status'>;
    at: string;
  }[];
  /** The open actions. */
  actions: {
    id: string;
    title: string;
    due_on: string;
    contact_id: string | null;
    trip_plan_id: string | null;
  }[];
};
