import type { Answers } from './answers.ts';
import type { Cli } from './official-cli.ts';
import type { Project } from './project.ts';

/** Everything that a step may use. */
export interface Context {
  /** The folder of the repository. */
  root: string;
  answers: Answers;
  project: Project;
  /** Address of the project's services. */
  url: string;
  publishableKey: string;
  cli: Cli;
  /** Bytes of the largest file that product and plan allow. */
  fileLimit: number;
  options: { now: boolean; newCode: boolean; testEmail: boolean; isAttended: boolean };
  clock: () => Date;
  say: (line: string) => void;
}

/** Result of a look at the project: the changes that a step would make, and notes to print. Only `apply` changes anything. */
interface Finding {
  changes: string[];
  notes?: string[];
  apply: () => Promise<void>;
}

/** One part of a deployment. It reads the project each time: there is no state to lose, and nothing is done twice. */
export interface Step {
  name: string;
  look: (context: Context) => Promise<Finding>;
}

/** Writes a text as SQL. */
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Reads a value that a deployment kept in the project's Vault; undefined before the first one. */
export async function readKept({ project }: Context, name: string): Promise<string | undefined> {
  const [row] = await project.sql<{ value: string }>(
    `select decrypted_secret as value from vault.decrypted_secrets where name = ${literal(name)}`,
  );
  return row?.value;
}

/** Keeps a value in the project's Vault under a name. */
export async function keep({ project }: Context, name: string, value: string): Promise<void> {
  const [known] = await project.sql<{ id: string }>(
    `select id from vault.secrets where name = ${literal(name)}`,
  );
  await project.sql(
    known
      ? `select vault.update_secret(${literal(known.id)}, ${literal(value)})`
      : `select vault.create_secret(${literal(value)}, ${literal(name)})`,
  );
}
