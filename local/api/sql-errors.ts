import { requestContext } from './request-context.ts';

/** Classes of SQLSTATE that PostgREST answers with 500 (its documentation, « HTTP Status Codes »). */
const serverFault = /^(08|09|0L|0P|25|2D|38|39|3B|40|53|54|55|57|58|F0|HV|XX|P0(?!001))/;

interface SqlError {
  code: string;
  message: string;
  detail?: string;
  hint?: string;
}

function isSqlError(error: unknown): error is SqlError {
  return error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code));
}

/**
 * Gives a refusal of the database the status and the body PostgREST gives it. The library knows some codes and
 * answers 500 « SUP » to the others, a broken CHECK constraint among them.
 *
 * @param error what the statement failed with, if one did.
 */
export async function withSqlError(response: Response, error: unknown): Promise<Response> {
  if (response.status !== 500 || !isSqlError(error)) return response;
  const body = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: unknown };
  if (body.code !== 'SUP') return response;
  const { code, message, detail = null, hint = null } = error;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return Response.json(
    { code, details: detail, hint, message },
    { status: serverFault.test(code) ? 500 : 400, headers },
  );
}

let isFiltering = false;

/**
 * Keeps refused statements out of the terminal: the library prints each with its parameters, which hold people's names
 * and addresses. They are answers to the caller (401, 403, 409 …), not faults of the server; anything else still shows.
 */
export function hideRefusedStatements(): void {
  if (isFiltering) return;
  isFiltering = true;
  const { error: print } = console;
  console.error = (...message: unknown[]) => {
    if (requestContext.getStore() && message.some(isRefusedStatement)) return;
    print(...message);
  };
}

function isRefusedStatement(value: unknown): boolean {
  return value instanceof Error && 'severity' in value && 'code' in value && !/^XX/.test(String(value.code));
}
