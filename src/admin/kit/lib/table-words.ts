import type { Database, Enums } from '@/shared/database.types';

type Tables = Database['public']['Tables'];
type Row<Name extends TableName> = Tables[Name]['Row'];

export type TableName = keyof Tables;

/** The tables whose rows go to the trash. */
export type TrashKind = Enums<'trash_kind'>;

/**
 * The words of a column. A text is its heading in « Tout exporter » and, without its capital, its name in the history of
 * changes; where the two differ, or where it stands in one of them only, each is given. Null: in neither.
 */
export type FieldWords = string | { copied?: string; changed?: string } | null;

type CopiedTable<Name extends TableName> = {
  /** Its file in « Tout exporter ». */
  file: string;
  /** The order of its rows there, by a unique column. */
  order: readonly (keyof Row<Name>)[];
};

type Fields<Name extends TableName> = Readonly<Record<keyof Row<Name>, FieldWords>>;

/** The names of one and of several rows of a table whose changes are recorded; every column of it is decided then. */
type LoggedTable<Name extends TableName> =
  | { logged: readonly [one: string, many: string]; fields: Fields<Name> }
  | { logged?: never; fields: Partial<Fields<Name>> };

/** The name of one row of a table in the trash, where its rows go there. */
type Item<Name extends TableName> = Name extends TrashKind ? { item: string } : { item?: never };

/** The words that people read of a table; null for one that they never see. */
type TableWords<Name extends TableName> =
  | ((CopiedTable<Name> | { file?: never; order?: never }) & LoggedTable<Name> & Item<Name>)
  | (Name extends TrashKind ? never : null);

/** The tables of a subject, with their words. */
export type SubjectTables = { readonly [Name in TableName]?: TableWords<Name> };

/** A table, whatever its columns. */
type AnyTable = {
  item?: string;
  file?: string;
  order?: readonly string[];
  logged?: readonly [one: string, many: string];
  fields: Readonly<Record<string, FieldWords | undefined>>;
};

/** Every table that people see something of, by its name. */
export type AllTables = Readonly<Record<string, AnyTable>>;

/** Columns that most tables have: copied, and set by the machine. */
export const id = { id: { copied: 'Numéro' } } as const;
export const dateFields = {
  created_at: { copied: 'Ajouté le' },
  updated_at: { copied: 'Modifié le' },
} as const;

/** The heading of a column in « Tout exporter ». */
export const copiedWord = (words: FieldWords | undefined): string | undefined =>
  typeof words === 'string' ? words : words?.copied;

/** A heading inside of a sentence: « Courriel » is « courriel », « NEQ » stays. */
export const lowerFirst = (heading: string): string =>
  /^\p{Lu}{2}/u.test(heading) ? heading : heading.charAt(0).toLowerCase() + heading.slice(1);

/** The name of a column in the history of changes. */
export const changedWord = (words: FieldWords | undefined): string | undefined =>
  typeof words === 'string' ? lowerFirst(words) : words?.changed;
