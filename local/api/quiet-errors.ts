import { requestScope } from './request-context.ts';

let quiet = false;

/**
 * The library prints every refused statement of every request with its parameters, which hold people's names and
 * addresses. They are answers (401, 403, 409 …), not faults of the server: the caller gets them, the terminal does
 * not. Anything else that a request prints still shows.
 */
export function quietRefusedStatements(): void {
  if (quiet) return;
  quiet = true;
  const { error: print } = console;
  console.error = (...message: unknown[]) => {
    if (requestScope.getStore() && message.some(isSqlError)) return;
    print(...message);
  };
}

function isSqlError(value: unknown): boolean {
  return value instanceof Error && 'severity' in value && 'code' in value && !/^XX/.test(String(value.code));
}
