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
const utcTime = (time: string) => `2026-11-24T${time}:00Z`;

const publicationFacts: PublicationFacts = {
  ...{ status: 'published', url: null, changedAt: utcTime('19:00'), wasPublic: true, draft, builds: [] },
  published: { document: asPublished(draft), at: utcTime('19:00') },
  now: new Date(utcTime('21:00')),
};
const build = (state: Publication['state'], more: Partial<Publication> = {}): Publication => ({
  ...{
    id: 'p',
    asked_by: null,
    asked_at: utcTime('19:00'),
    changed_at: utcTime('19:00'),
    due_at: utcTime('19:00'),
  },
  ...{ state, started_at: utcTime('19:01'), finished_at: null, reason: null },
  ...more,
});
const oldBuild = build('publié', {
  started_at: utcTime('18:00'),
  changed_at: utcTime('18:00'),
  finished_at: utcTime('18:02'),
});
const doneBuild = build('publié', { finished_at: utcTime('19:02') });
const textOf = (more: Partial<PublicationFacts>) => publicationState({ ...publicationFacts, ...more }).text;

it('replaces the tiles of panoramas that were cut again, and none that are still shown', () => {
  const again = { scenes: [{ ...scene, picture: { ...scene.picture, folder: 't/b' } }] };
  expect(replacedFolders(asPublished(draft), again)).toEqual(['t/a']);
  expect(replacedFolders(asPublished(draft), draft)).toEqual([]);
  expect(replacedFolders(undefined, draft)).toEqual([]);
});

describe('publicationState', () => {
  it('of a tour that visitors have: since when, and whether it is what is edited', () => {
    expect(textOf({ builds: [doneBuild, oldBuild] })).toBe('En ligne · 14\u00a0h\u00a002');
    expect(textOf({ builds: [doneBuild, oldBuild], now: new Date('2026-11-25T05:00:00Z') })).toBe(
      'En ligne · 24 novembre',
    );
    expect(textOf({ builds: [doneBuild, oldBuild], now: new Date('2027-01-02T12:00:00Z') })).toBe(
      'En ligne · 24 novembre 2026',
    );
    // The last eight builds were for other changes, so the time of the press is shown.
    expect(textOf({ builds: [doneBuild] })).toBe('En ligne · 14\u00a0h');
    expect(textOf({ builds: [] })).toBe('En ligne · 14\u00a0h');
    const other = { scenes: [{ ...scene, name: 'Porte' }] };
    expect(textOf({ builds: [doneBuild, oldBuild], draft: other })).toBe(
      'En ligne, modifications non publiées',
    );
    // Blurs are in the tiles and not in the published document, whose keys PostgreSQL reorders.
    const { id, ...rest } = asPublished(draft).scenes[0] ?? scene;
    const blurred = { scenes: [{ ...scene, blurs: [{ id: 'f', yaw: 0, pitch: 0, width: 1, height: 1 }] }] };
    expect(
      textOf({
        builds: [doneBuild, oldBuild],
        draft: blurred,
        published: { document: { scenes: [{ ...rest, id }] }, at: utcTime('19:00') },
      }),
    ).toBe('En ligne · 14\u00a0h\u00a002');
    const elsewhere = { published: null, draft: { scenes: [] } };
    expect(textOf({ ...elsewhere, url: 'https://a.test', builds: [doneBuild, oldBuild] })).toBe(
      'En ligne · 14\u00a0h\u00a002',
    );
    expect(textOf({ ...elsewhere, builds: [doneBuild, oldBuild] })).toBe('En ligne, sans rien à visiter');
  });

  it('while the site follows, waits, or could not', () => {
    for (const builds of [
      [build('en_cours'), oldBuild],
      [build('en_file', { started_at: null }), oldBuild],
      // The running build started before the change, so another one waits.
      [build('en_file', { started_at: null }), build('en_cours', { started_at: utcTime('18:59') })],
    ])
      expect(textOf({ builds })).toBe('Mise en ligne en cours…');
    const reason = 'L’hébergeur est injoignable.';
    const waiting = publicationState({
      ...publicationFacts,
      builds: [build('en_file', { started_at: null, reason }), oldBuild],
    });
    expect(waiting).toMatchObject({ text: 'Mise en ligne en attente', reason });
    const failed = publicationState({ ...publicationFacts, builds: [build('échec', { reason }), oldBuild] });
    expect(failed).toMatchObject({ text: 'La mise en ligne a échoué', reason, tone: 'attention' });
    // A failure before the change, or one followed by a successful build.
    const before = build('échec', { started_at: utcTime('18:30'), changed_at: utcTime('18:30'), reason });
    expect(textOf({ builds: [doneBuild, before] })).toBe('En ligne · 14\u00a0h\u00a002');
    const good = build('publié', { started_at: utcTime('19:30'), finished_at: utcTime('19:31') });
    expect(textOf({ builds: [good, build('échec', { reason }), oldBuild] })).toBe(
      'En ligne · 14\u00a0h\u00a031',
    );
    // The scenes changed after the published record.
    const published = { document: asPublished(draft), at: utcTime('20:00') };
    expect(
      textOf({ builds: [build('en_cours', { started_at: utcTime('20:01') }), doneBuild], published }),
    ).toBe('Mise en ligne en cours…');
  });

  it('of a tour that visitors do not have', () => {
    expect(textOf({ status: 'draft', wasPublic: false, published: null })).toBe('Brouillon');
    expect(textOf({ status: 'archived', wasPublic: false, published: null })).toBe('Archivée');
    expect(textOf({ status: 'draft', builds: [doneBuild, oldBuild] })).toBe('Retirée');
    expect(textOf({ status: 'archived', builds: [doneBuild, oldBuild] })).toBe('Archivée');
    expect(textOf({ status: 'draft', builds: [build('en_cours'), oldBuild] })).toBe('Retrait en cours…');
    const failed = publicationState({
      ...publicationFacts,
      status: 'draft',
      builds: [build('échec', { reason: 'Refusé' }), oldBuild],
    });
    expect(failed).toMatchObject({ text: 'Encore en ligne\u00a0: le retrait a échoué', reason: 'Refusé' });
    // A withdrawn tour can be published again with unchanged scenes.
    expect(publicationState({ ...publicationFacts, status: 'draft', builds: [doneBuild] }).isBehind).toBe(
      true,
    );
  });
});
