import { z } from 'zod';
import { readSendingSettings } from '../_shared/campaign/sending-settings.ts';
import { createFunction } from '../_shared/create-function.ts';
import { FunctionError } from '../_shared/errors.ts';
import { serviceApi } from '../_shared/service-api.ts';
import { readSetting } from '../_shared/settings.ts';
import { txtRecords } from './dns.ts';
import { type DnsRecord, readDkim, readDmarc, readSpf } from './findings.ts';
import { providerDomain } from './provider-domain.ts';

const bodySchema = z.object({ domain: z.string().min(1).max(255) });

/** Usual names of the key at mail programs and hosts; DKIM_SELECTORS names others. */
const usualSelectors = ['default', 'dkim', 'mail', 'google', 'selector1', 'selector2', 's1', 'k1'];

/**
 * Checks a domain as receiving servers do, `{ domain }` → SPF, DKIM, DMARC, the provider's state, the records to
 * copy. Only a domain of the verified senders is looked up, and only in DNS.
 */
export const handler = createFunction({
  name: 'check-sender-domains',
  schema: bodySchema,
  rateLimited: true,
  handle: async ({ body, dependencies, signal }) => {
    const domain = body.domain.toLowerCase();
    const saved = await readSendingSettings(serviceApi(dependencies));
    const known = (saved?.verified_senders ?? []).map((sender) =>
      sender.slice(sender.lastIndexOf('@') + 1).toLowerCase(),
    );
    if (!known.includes(domain)) {
      throw new FunctionError(400, 'unknown_domain', 'Ce domaine n’est celui d’aucun expéditeur.');
    }
    const ask = (name: string) => txtRecords(dependencies, name, signal);
    const provider = await providerDomain(dependencies, domain, signal);
    // Resend sends from a subdomain of its own, and signs under one name.
    const isResend = provider !== null;
    const selectors = isResend
      ? ['resend']
      : (readSetting(dependencies.env, 'DKIM_SELECTORS')
          ?.split(',')
          .map((name) => name.trim()) ?? usualSelectors);
    const [spf, policy, ...keys] = await Promise.all([
      ask(isResend ? `send.${domain}` : domain),
      ask(`_dmarc.${domain}`).then(async (records) =>
        records.length > 0 ? records : ask(`_dmarc.${parentOf(domain)}`),
      ),
      ...selectors.slice(0, 10).map((selector) => ask(`${selector}._domainkey.${domain}`)),
    ]);
    const dmarc = readDmarc(policy);
    const reports = saved?.contact_email || `postmaster@${domain}`;
    const advised: DnsRecord = {
      type: 'TXT',
      name: '_dmarc',
      priority: null,
      state: null,
      value: `v=DMARC1; p=none; rua=mailto:${encodeURIComponent(reports).replace('%40', '@')}`,
    };
    return {
      domain,
      spf: readSpf(spf, isResend ? 'amazonses.com' : undefined),
      dkim: readDkim(keys.flat()),
      dmarc,
      provider: provider && { state: provider.state, trouble: provider.trouble },
      records: [...(provider?.records ?? []), ...(dmarc.state === 'missing' ? [advised] : [])],
    };
  },
});

/** Returns the parent domain, whose policy applies; a domain of two names is its own. */
const parentOf = (domain: string) =>
  domain.split('.').length > 2 ? domain.slice(domain.indexOf('.') + 1) : domain;
