import type { QueryClient, UseMutationOptions } from '@tanstack/react-query';
import type { Database } from '@/shared/database.types';

type Row = Database['public']['Functions']['today_items']['Returns'][number];

/** An item that waits for a person. The generated types do not know which columns may be null. */
export type TodayItem = Pick<Row, 'record_id' | 'title'> & {
  kind: string;
  /** 0 late, 1 today or soon, 2 when there is time. */
  urgency: 0 | 1 | 2;
  detail: string | null;
  due_at: string | null;
  amount: number | null;
  target: 'contact' | 'quote_request' | 'trip_plan' | null;
  target_id: string | null;
  phone: string | null;
  /** Day until which it is postponed. */
  postponed_until: string | null;
};

/** A button that acts in the list; its work returns the address that it leads to, if it leads anywhere. */
export type LineAction = {
  label: string;
  /** The list has one such button: its name needs no title. */
  isOnly?: true;
  run: (client: QueryClient, item: TodayItem) => Promise<string | undefined>;
};

/** The words of an item in the list, and its single action. */
export type TodayWords = {
  /** Title of the item, the reason why it is listed, the address of its action. */
  words: (item: TodayItem) => { title: string; text: string; to: string; action?: string };
  /** Its action stands out. */
  isPrimary?: true;
  /** Writes its deadline, and that it is late. */
  due?: (item: TodayItem, at: Date) => string;
  /** Acts in the list, in place of the link. */
  press?: LineAction;
  /** Takes the item off the list, beside the action. */
  dismiss?: LineAction;
};

/** Words of kinds of items: of a subject, or of all. */
export type TodayLines = Readonly<Record<string, TodayWords>>;

/** Runs a mutation outside of its component, which may be gone when it has succeeded; returns its result. */
export const runMutation = <Data, Variables>(
  client: QueryClient,
  mutation: UseMutationOptions<Data, Error, Variables>,
  variables: Variables,
): Promise<Data> => client.getMutationCache().build(client, mutation).execute(variables);
