import { z } from 'zod';

/** A tool of the assistant: what the database does under its name, and what of its answer strangers wrote. */
export type Tool = {
  title: string;
  description: string;
  input: z.ZodObject;
  /** The name that answer_assistant knows, from the arguments. */
  asks: (given: Record<string, unknown>) => string;
  /** The arguments as the database takes them; by default as they are given. */
  arguments?: (given: never) => Record<string, unknown>;
  /** Selects the part of the database's answer that is shown; by default all of it. */
  shows?: (found: unknown, given: Record<string, unknown>) => unknown;
  /** Fields of its answer whose text strangers wrote, and where; « list.field » for those of one list or kind of record alone. */
  strangers?: Readonly<Record<string, string>>;
};

/** Where texts come from that are typed or received: titles of every kind of record, names of contacts. */
export const either = 'saisi au studio ou reçu de l’extérieur';

/** The identifier of a record. */
export const id = z.guid('L’identifiant est celui qu’une recherche ou une liste a donné.');

/** A calendar day. */
export const day = z.iso.date('Le jour s’écrit 2026-12-31.');
