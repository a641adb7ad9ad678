/** Tools that a command of `npm run import` gets (local/import.ts). */
export type ImportTools = {
  /** Asks the data API of the project as its server: a row is read, or with a body a function is called. */
  call: <Result>(path: string, body?: object) => Promise<Result>;
  /** Opens a file of this machine, or one at an https address. */
  open: (file: string) => Promise<Blob>;
  /** Makes the error of a mistake that the person can correct: its text is shown alone. */
  refusal: (text: string) => Error;
};

/** An import of a subject by the command line, `data/<name>-command.ts`: the words after its name, and what it works with. */
export type ImportCommand = (words: readonly string[], tools: ImportTools) => Promise<void>;
