type ListOptions = { prefix?: string; search?: string; limit?: number; offset?: number };
type StoredObject = { id: string | null; name: string };

const LIST_PATH = /^\/storage\/v1\/object\/list\/[^/]+$/;

/** Tells whether a request asks the storage service for what a folder holds. */
export const isObjectList = ({ method, url }: Request) =>
  method === 'POST' && LIST_PATH.test(new URL(url).pathname);

/**
 * Lists one folder as the hosted storage service does: names in it, folders without id, 100 at most by default. The
 * library lists everything below, by whole names.
 */
export async function listFolder(
  request: Request,
  serve: (request: Request) => Promise<Response>,
): Promise<Response> {
  const asked = (await request
    .clone()
    .json()
    .catch(() => ({}))) as ListOptions;
  const { prefix = '', search = '', limit = 100, offset = 0, ...sorted } = asked;
  const folder = prefix && `${prefix.replace(/\/+$/, '')}/`;
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  const body = JSON.stringify({ ...sorted, prefix: folder });
  const response = await serve(new Request(request.url, { method: 'POST', headers, body }));
  if (!response.ok) return response;

  const entries = new Map<string, StoredObject>();
  for (const object of (await response.json()) as StoredObject[]) {
    // The library's filter takes « _ » and « % » of a folder's name for wildcards.
    if (!object.name.startsWith(folder)) continue;
    const [name = '', ...below] = object.name.slice(folder.length).split('/');
    if (!name.toLowerCase().startsWith(search.toLowerCase())) continue;
    if (below.length === 0) entries.set(name, { ...object, name });
    else entries.set(name, { ...noObject, name });
  }
  const page = [...entries.values()].slice(offset, offset + limit);
  return Response.json(page, { headers: { 'access-control-allow-origin': '*' } });
}

/** Metadata of a folder, about which nothing is stored. */
const noObject = { id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null };
