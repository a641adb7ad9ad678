import { readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AllTables } from '@/admin/kit/lib/table-words';

/** The file in which the function of the assistant has the words of the tables: it cannot import the back office. */
export const ASSISTANT_WORDS = 'supabase/functions/assistant/words.ts';

const root = new URL('../', import.meta.url);

/** Writes the names of the tables that « Tout exporter » copies, and of their columns, from the subjects of the back office. */
export async function assistantWords(): Promise<string> {
  const words: Record<string, { nom: string; champs: Record<string, string> }> = {};
  for (const subject of readdirSync(new URL('src/admin', root)).sort()) {
    const file = new URL(`src/admin/${subject}/data/tables.ts`, root);
    const found = await import(file.href).catch((error: { code?: string }) => {
      if (error.code === 'ERR_MODULE_NOT_FOUND') return { tables: {} };
      throw error;
    });
    for (const [name, table] of Object.entries(found.tables as AllTables)) {
      if (!table?.file) continue;
      const champs = Object.entries(table.fields).flatMap(([column, text]) => {
        const word = typeof text === 'string' ? text : text?.copied;
        return word ? [[column, word]] : [];
      });
      words[name] = {
        nom: table.file.replace('.csv', '').replaceAll('-', ' '),
        champs: Object.fromEntries(champs),
      };
    }
  }
  return `/** Names of the tables and of their columns in the back office, written by \`npm run renew -- assistant-words\`. */
export const words: Readonly<Record<string, { nom: string; champs: Readonly<Record<string, string>> }>> = ${JSON.stringify(words)};
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(new URL(ASSISTANT_WORDS, root), await assistantWords());
