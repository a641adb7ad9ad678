import type { RealPostgres } from '../../database/engines/real-postgres.ts';

/** Larger tables are reference data, which no history changes. */
const MOST_ROWS = 500;

/** Fast copies of the business tables inside the database, made without the product's own scripts. */
export class Copies {
  private readonly database: RealPostgres;
  private readonly tables: { name: string; kept: string; columns: string }[];

  private constructor(database: RealPostgres, tables: Copies['tables']) {
    this.database = database;
    this.tables = tables;
  }

  static async of(database: RealPostgres, names: string[]): Promise<Copies> {
    // Triggers keep address_consents, which is therefore not copied.
    const tables = await database.sql<{ name: string; kept: string; columns: string; rows: number }>(`
      select format('%I.%I', n.nspname, c.relname) as name, format('%I', n.nspname || '.' || c.relname) as kept,
        string_agg(quote_ident(a.attname), ',' order by a.attnum) as columns,
        (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I.%I', n.nspname, c.relname), true, true, '')))[1]::text::integer as rows
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind = 'r' and n.nspname in ('public', 'private') and c.relname <> 'address_consents'
      group by n.nspname, c.relname`);
    const small = tables.filter(({ rows }) => rows <= MOST_ROWS);
    for (const copy of names)
      await database.sql(
        `create schema ${copy}; ${small.map(({ name, kept, columns }) => `create table ${copy}.${kept} as select ${columns} from ${name};`).join('\n')}`,
      );
    return new Copies(database, small);
  }

  async make(copy: string): Promise<void> {
    await this.database.sql(
      `begin;
       ${this.tables.map(({ kept }) => `delete from ${copy}.${kept};`).join('\n')}
       ${this.tables.map(({ name, kept, columns }) => `insert into ${copy}.${kept} select ${columns} from ${name};`).join('\n')}
       commit;`,
    );
  }

  async putBack(copy: string): Promise<void> {
    await this.database.sqlWithoutTriggers(
      `begin;
       ${this.tables.map(({ name }) => `delete from ${name};`).join('\n')}
       ${this.tables.map(({ name, kept, columns }) => `insert into ${name} (${columns}) overriding system value select ${columns} from ${copy}.${kept};`).join('\n')}
       commit;`,
    );
  }
}
