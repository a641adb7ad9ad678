import { z } from 'zod';
import type { Dependencies } from '../_shared/dependencies.ts';
import { parseJson } from '../_shared/json.ts';
import { limitedFetch } from '../_shared/limited-fetch.ts';
import { readSetting } from '../_shared/settings.ts';
import type { DnsRecord } from './findings.ts';

const BASE_URL = 'https://api.resend.com';

const listSchema = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) });
const domainSchema = z.object({
  status: z.string(),
  records: z
    .array(
      z.object({
        type: z.string(),
        name: z.string(),
        value: z.string(),
        status: z.string().nullish(),
        priority: z.union([z.number(), z.string()]).nullish(),
      }),
    )
    .nullish(),
});

/** The provider's state of a domain, with a French reason when unknown; null without such a provider. */
export interface ProviderDomain {
  state: string | null;
  records: DnsRecord[];
  trouble: string | null;
}

/** Reads the domain from Resend, with the records that it requires. Source: resend.com/docs/api-reference/domains. */
export async function providerDomain(
  dependencies: Dependencies,
  domain: string,
  signal: AbortSignal,
): Promise<ProviderDomain | null> {
  const apiKey = readSetting(dependencies.env, 'RESEND_API_KEY');
  if (!apiKey) return null;
  const base = (readSetting(dependencies.env, 'RESEND_BASE_URL') ?? BASE_URL).replace(/\/+$/, '');
  const ask = async (path: string) => {
    const init = { headers: { authorization: `Bearer ${apiKey}` } };
    const limits = { timeoutMs: 10_000, maxBytes: 512 * 1024, signal };
    return limitedFetch(dependencies, `${base}${path}`, init, limits).catch(() => undefined);
  };
  const none = (trouble: string): ProviderDomain => ({ state: null, records: [], trouble });
  const list = await ask('/domains');
  if (list?.status === 401 || list?.status === 403) {
    return none('La clé de Resend ne permet que d’envoyer\u00a0: l’état du domaine se lit chez Resend.');
  }
  const { data: known } = listSchema.safeParse(parseJson(list?.text ?? ''));
  if (!list?.ok || !known) return none('Resend n’a pas répondu.');
  // A sender of a subdomain may be verified by its parent.
  const found =
    known.data.find(({ name }) => name === domain) ??
    known.data.find(({ name }) => domain.endsWith(`.${name}`));
  if (!found) return none('Ce domaine n’est pas inscrit chez Resend.');
  const answer = await ask(`/domains/${encodeURIComponent(found.id)}`);
  const { data } = domainSchema.safeParse(parseJson(answer?.text ?? ''));
  if (!answer?.ok || !data) return none('Resend n’a pas répondu.');
  const records = (data.records ?? []).map(({ type, name, value, status, priority }) => ({
    type,
    name,
    value,
    state: status ?? null,
    priority: priority === null || priority === undefined || priority === '' ? null : Number(priority),
  }));
  return { state: data.status, records, trouble: null };
}
