/** The finding about one record that receiving servers check. `weak`: present, but not as it should be. */
export interface DnsFinding {
  state: 'ok' | 'weak' | 'missing';
  /** The record, as it is published. */
  found: string | null;
  /** French advice for a record that is not as it should be. */
  advice: string | null;
}

/** A record to copy into the zone of the domain. */
export interface DnsRecord {
  type: string;
  name: string;
  value: string;
  priority: number | null;
  /** State at the provider; null when unknown. */
  state: string | null;
}

const dnsFinding = (
  state: DnsFinding['state'],
  found: string | null,
  advice: string | null = null,
): DnsFinding => ({
  state,
  found,
  advice,
});

/**
 * Reads the servers that may send for a domain (RFC 7208).
 *
 * @param expected required content of the provider's own record; absent where any server of one's own may send
 */
export function readSpf(records: readonly string[], expected: string | undefined): DnsFinding {
  const own = records.filter((record) => /^v=spf1(?:\s|$)/i.test(record));
  const [first] = own;
  if (first === undefined)
    return dnsFinding('missing', null, 'Aucun serveur n’est autorisé à envoyer pour ce domaine.');
  if (own.length > 1)
    return dnsFinding(
      'weak',
      own.join(' · '),
      'Deux enregistrements SPF s’annulent\u00a0: gardez-en un seul.',
    );
  if (expected && !first.toLowerCase().includes(expected)) {
    return dnsFinding('weak', first, `Le fournisseur (${expected}) n’y est pas autorisé.`);
  }
  if (/(?:^|\s)\+?all(?:\s|$)/i.test(first)) {
    return dnsFinding('weak', first, '«\u00a0+all\u00a0» autorise n’importe quel serveur.');
  }
  return dnsFinding('ok', first);
}

/** Reads the key that signs the messages of a domain (RFC 6376). An empty one was withdrawn. */
export function readDkim(records: readonly string[]): DnsFinding {
  const key = records.find((record) => /(?:^|;)\s*p=/i.test(record));
  if (key === undefined) return dnsFinding('missing', null, 'Aucune clé de signature n’a été trouvée.');
  return /(?:^|;)\s*p=\s*[A-Za-z0-9+/]/i.test(key)
    ? dnsFinding('ok', key)
    : dnsFinding('weak', key, 'La clé de signature a été retirée.');
}

/** Reads the policy for unsigned messages (RFC 7489). */
export function readDmarc(records: readonly string[]): DnsFinding {
  const own = records.filter((record) => /^v=DMARC1\s*(?:;|$)/i.test(record));
  const [first] = own;
  if (first === undefined)
    return dnsFinding('missing', null, 'Sans DMARC, n’importe qui peut écrire au nom de ce domaine.');
  if (own.length > 1)
    return dnsFinding(
      'weak',
      own.join(' · '),
      'Deux enregistrements DMARC s’annulent\u00a0: gardez-en un seul.',
    );
  const policy = /;\s*p\s*=\s*([a-z]+)/i.exec(first)?.[1]?.toLowerCase();
  if (policy === 'quarantine' || policy === 'reject') return dnsFinding('ok', first);
  return policy === 'none'
    ? dnsFinding(
        'weak',
        first,
        '«\u00a0p=none\u00a0» observe sans protéger\u00a0: passez à «\u00a0quarantine\u00a0» quand les rapports sont bons.',
      )
    : dnsFinding('weak', first, 'La politique (p=) manque ou est inconnue.');
}
