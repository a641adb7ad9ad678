/**
 * The two names of the Deno runtime that the functions use, so that the project's TypeScript checks them
 * without Deno's own types (which would clash with Node's). `deno check` never loads this file: nothing
 * imports it.
 */
declare const Deno: {
  serve(handler: (request: Request) => Response | Promise<Response>): unknown;
  readonly env: { get(name: string): string | undefined };
};
