import { describe, expect, it } from 'vitest';
import { asPublished, type DraftScene } from './panorama-tour.schema';
import { type PublicationFacts, publicationState, replacedFolders } from './publication-state';
import type { Publication } from './publications';

const scene: DraftScene = {
  ...{ id: 'a', name: 'Entrée', alt: 'Vue', heading: 0, links: [], points: [], blurs: [] },
  view: { yaw: 0, pitch: 0, zoom: 30 },
  picture: { folder: 't/a', width: 2048, baseWidth: 1536, levels: [], bytes: 1 },
};
const draft = { scenes: [scene] };
/** Makes a timestamp of 24 November 2026 from an hour in UTC; Québec is five hours behind. */
const at = (time: string) => `2026-11-24T${time}:00Z`;

const facts: PublicationFacts = {
  ...{ status: 'published', url: null, changedAt: at('19:00'), wasPublic: true, draft, builds: [] },
  published: { document: asPublished(draft), at: at('19:00') },
  now: new Date(at('21:00')),
};
const build = (state: Publication['state'], more: Partial<Publication> = {}): Publication => ({
  ...{ id: 'p', asked_by: null, asked_at: at('19:00'), changed_at: at('19:00'), due_at: at('19:00') },
  ...{ state, started_at: at('19:01'), finished_at: null, reason: null },
  ...more,
});
const old = build('publié', { started_at: at('18:00'), changed_at: at('18:00'), finished_at: at('18:02') });
const done = build('publié', { finished_at: at('19:02') });
const textOf = (more: Partial<PublicationFacts>) => publicationState({ ...facts, ...more }).text;

it('replaces the tiles of panoramas that were cut again, and none that are still shown', () => {
  const again = { scenes: [{ ...scene, picture: { ...scene.picture, folder: 't/b' } }] };
  expect(replacedFolders(asPublished(draft), again)).toEqual(['t/a']);
  expect(replacedFolders(asPublished(draft), draft)).toEqual([]);
  expect(replacedFolders(undefined, draft)).toEqual([]);
});

describe('publicationState', () => {
  it('of a tour that visitors have: since when, and whether it is what is edited', () => {
    expect(textOf({ builds: [done, old] })).toBe('En ligne · 14\u00a0h\u00a002');
    expect(textOf({ builds: [done, old], now: new Date('2026-11-25T05:00:00Z') })).toBe(
      'En ligne · 24 novembre',
    );
    expect(textOf({ builds: [done, old], now: new Date('2027-01-02T12:00:00Z') })).toBe(
      'En ligne · 24 novembre 2026',
    );
    // The last eight builds were for other changes, so the time of the press is shown.
    expect(textOf({ builds: [done] })).toBe('En ligne · 14\u00a0h');
    expect(textOf({ builds: [] })).toBe('En ligne · 14\u00a0h');
    const other = { scenes: [{ ...scene, name: 'Porte' }] };
    expect(textOf({ builds: [done, old], draft: other })).toBe('En ligne, modifications non publiées');
    // Blurs are in the tiles and not in the published document, whose keys PostgreSQL reorders.
    const { id, ...rest } = asPublished(draft).scenes[0] ?? scene;
    const blurred = { scenes: [{ ...scene, blurs: [{ id: 'f', yaw: 0, pitch: 0, width: 1, height: 1 }] }] };
    expect(
      textOf({
        builds: [done, old],
        draft: blurred,
        published: { document: { scenes: [{ ...rest, id }] }, at: at('19:00') },
      }),
    ).toBe('En ligne · 14\u00a0h\u00a002');
    const elsewhere = { published: null, draft: { scenes: [] } };
    expect(textOf({ ...elsewhere, url: 'https://a.test', builds: [done, old] })).toBe(
      'En ligne · 14\u00a0h\u00a002',
    );
    expect(textOf({ ...elsewhere, builds: [done, old] })).toBe('En ligne, sans rien à visiter');
  });

  it('while the site follows, waits, or could not', () => {
    for (const builds of [
      [build('en_cours'), old],
      [build('en_file', { started_at: null }), old],
      // The running build started before the change, so another one waits.
      [build('en_file', { started_at: null }), build('en_cours', { started_at: at('18:59') })],
    ])
      expect(textOf({ builds })).toBe('Mise en ligne en cours…');
    const reason = 'L’hébergeur est injoignable.';
    const waiting = publicationState({
      ...facts,
      builds: [build('en_file', { started_at: null, reason }), old],
    });
    expect(waiting).toMatchObject({ text: 'Mise en ligne en attente', reason });
    const failed = publicationState({ ...facts, builds: [build('échec', { reason }), old] });
    expect(failed).toMatchObject({ text: 'La mise en ligne a échoué', reason, tone: 'attention' });
    // A failure before the change, or one followed by a successful build.
    const before = build('échec', { started_at: at('18:30'), changed_at: at('18:30'), reason });
    expect(textOf({ builds: [done, before] })).toBe('En ligne · 14\u00a0h\u00a002');
    const good = build('publié', { started_at: at('19:30'), finished_at: at('19:31') });
    expect(textOf({ builds: [good, build('échec', { reason }), old] })).toBe('En ligne · 14\u00a0h\u00a031');
    // The scenes changed after the published record.
    const published = { document: asPublished(draft), at: at('20:00') };
    expect(textOf({ builds: [build('en_cours', { started_at: at('20:01') }), done], published })).toBe(
      'Mise en ligne en cours…',
    );
  });

  it('of a tour that visitors do not have', () => {
    expect(textOf({ status: 'draft', wasPublic: false, published: null })).toBe('Brouillon');
    expect(textOf({ status: 'archived', wasPublic: false, published: null })).toBe('Archivée');
    expect(textOf({ status: 'draft', builds: [done, old] })).toBe('Retirée');
    expect(textOf({ status: 'archived', builds: [done, old] })).toBe('Archivée');
    expect(textOf({ status: 'draft', builds: [build('en_cours'), old] })).toBe('Retrait en cours…');
    const failed = publicationState({
      ...facts,
      status: 'draft',
      builds: [build('échec', { reason: 'Refusé' }), old],
    });
    expect(failed).toMatchObject({ text: 'Encore en ligne\u00a0: le retrait a échoué', reason: 'Refusé' });
    // A withdrawn tour can be published again with unchanged scenes.
    expect(publicationState({ ...facts, status: 'draft', builds: [done] }).isBehind).toBe(true);
  });
});
