import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { spheres } from '@tests/fake-sphere';
import { comparedSurvey, surveyPair } from '@tests/survey-pair-rows';
import { writeInto } from '@tests/write-into';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MatchedTurn } from '@/shared/survey/match-turn';
import type { SurveyPair } from '../data/survey-pairs';

vi.mock('@/shared/sphere/sphere', () => import('@tests/fake-sphere'));
/** Stands in for the matching worker, which jsdom cannot run. */
const matching = { found: undefined as MatchedTurn | undefined, asked: [] as number[] };
vi.mock('@/shared/survey/start-matching', () => ({
  startMatching: () => ({
    call: async ({ difference }: { difference: number }) => {
      matching.asked.push(difference);
      return matching.found;
    },
    stop: () => {},
  }),
}));

const { PairPage } = await import('./pair-page');

let pairs: SurveyPair[];
const damage = { id: 'd', yaw: 10, pitch: -20, width: 8, height: 6, kind: 'Bordure', note: 'Au 24' };

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  spheres.reset();
  matching.asked = [];
  pairs = [surveyPair(1), surveyPair(2, { findings: [damage] }), surveyPair(3)];
  backend.answer = ({ method, target }) => {
    if (target === 'surveys') return { body: comparedSurvey('s', { name: 'Rue des Érables' }) };
    if (target === 'survey_pairs' && method === 'GET') return { body: pairs };
    if (target === 'survey_findings' && method === 'POST') return { status: 201, body: { id: 'new' } };
    if (target.startsWith('/storage/')) return { text: 'jpeg' };
    return { body: [] };
  };
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const open = async (id: string) => {
  const view = renderScreen(<PairPage />, {
    path: '/admin/releves/:id/paires/:pair',
    at: `/admin/releves/s/paires/${id}`,
  });
  await waitFor(() => expect(spheres.shown).not.toEqual([]));
  return view;
};
const picture = () => screen.getAllByRole('application')[0] as HTMLElement;
const pairPatches = () => backend.sent('PATCH', 'survey_pairs').map(({ body }) => body);

describe('a pair', () => {
  it('shows both dates as Québec counts days, turned together by the stored correction', async () => {
    await open('p2');
    expect(screen.getByRole('heading', { level: 1, name: 'Paire 2 sur 3' })).toBeVisible();
    expect(screen.getByText('Après · 20 avril 2026')).toBeVisible();
    expect(spheres.headings).toEqual([350, 354]);
  });

  it('shows the tiles of the originals that were sent, and the preview of one whose tiles cannot be read', async () => {
    const level = { width: 8192, columns: 8, rows: 4 };
    const pair = surveyPair(1);
    pairs = [
      {
        ...pair,
        before: { ...pair.before, tiles: 'avant/1.tiles' },
        after: { ...pair.after, tiles: 'apres/1.tiles' },
      },
    ];
    const answer = backend.answer;
    backend.answer = (request) => {
      const { method, target } = request;
      if (method === 'POST' && target.includes('/object/sign/'))
        return { body: { signedURL: `/object/sign/${target.split('/').slice(-3).join('/')}?token=t` } };
      if (target.endsWith('avant/1.tiles'))
        return { text: JSON.stringify({ levels: [level], ends: Array(32).fill(10) }) };
      if (target.endsWith('apres/1.tiles')) return { status: 404, body: {} };
      return answer(request);
    };
    await open('p1');
    const [before, after] = spheres.shown.at(-1) ?? [];
    expect(before?.levels).toEqual([level]);
    expect(before?.tile?.({ level: 0, column: 0, row: 0 })).toMatch(
      /survey-tiles\/avant\/1\.tiles\?token=t#bytes=4096-4105$/,
    );
    expect(after?.levels).toBeUndefined();
    // The zoom goes as far as the sharper picture allows: previews stop at 23°.
    fireEvent.wheel(picture(), { deltaY: -99_999 });
    expect(spheres.view().field).toBeCloseTo(5.9, 1);
  });

  it('goes to the next by key, keeps the mode and the view, and stops at the last', async () => {
    const { address } = await open('p2');
    await userEvent.click(screen.getByRole('button', { name: /Rideau/ }));
    picture().focus();
    await userEvent.keyboard('{ArrowRight}n');
    await waitFor(() => expect(address()).toBe('/admin/releves/s/paires/p3?mode=rideau'));
    expect(await screen.findByRole('heading', { name: 'Paire 3 sur 3' })).toBeVisible();
    expect(screen.getByRole('button', { name: /Suivante/ })).toBeDisabled();
    expect(screen.getByRole('button', { name: /Rideau/ })).toHaveAttribute('aria-pressed', 'true');
  });

  it('is marked as looked at, by a press', async () => {
    await open('p1');
    await userEvent.click(screen.getByRole('button', { name: 'Marquer comme vue' }));
    expect(await screen.findByRole('button', { name: 'Vue' })).toHaveAttribute('aria-pressed', 'true');
    expect(pairPatches()).toEqual([{ state: 'vu' }]);
  });

  it('says when it is gone', async () => {
    renderScreen(<PairPage />, { path: '/admin/releves/:id/paires/:pair', at: '/admin/releves/s/paires/x' });
    expect(await screen.findByText('Cette paire n’existe plus')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Retour aux paires' })).toHaveAttribute(
      'href',
      '/admin/releves/s?onglet=comparer',
    );
  });
});

describe('the alignment', () => {
  it('turns by a tenth of a degree at each key, and saves once', async () => {
    await open('p1');
    picture().focus();
    await userEvent.keyboard('...');
    await waitFor(() => expect(spheres.headings[1]).toBeCloseTo(354.3));
    await waitFor(() => expect(pairPatches()).toEqual([{ turn: 4.3, turn_source: 'main' }]));
  });

  it('is found by comparing the pictures, from what their files say', async () => {
    matching.found = { turn: -1.74, agreement: 0.4 };
    await open('p1');
    await userEvent.click(screen.getByRole('button', { name: 'Aligner' }));
    expect(await screen.findByText('Image d’après tournée de −1,7°.')).toBeVisible();
    expect(matching.asked).toEqual([0]);
    await waitFor(() => expect(pairPatches()).toEqual([{ turn: -1.74, turn_source: 'appariement' }]));
  });

  it('is left as it is when the pictures show nothing alike', async () => {
    matching.found = undefined;
    await open('p1');
    await userEvent.click(screen.getByRole('button', { name: 'Aligner' }));
    expect(await screen.findByText(/ne se ressemblent pas assez/)).toBeVisible();
    expect(pairPatches()).toEqual([]);
  });
});

describe('the damages', () => {
  it('are a list that says what and where, and turns the pictures to each', async () => {
    spheres.reset('less');
    await open('p2');
    const list = screen.getByRole('region', { name: 'Dommages constatés' });
    expect(within(list).getByText('Au 24')).toBeVisible();
    await userEvent.click(
      within(list).getByRole('button', { name: 'Voir «\u00a0Bordure\u00a0» dans l’image' }),
    );
    // The picture's middle looks at 354°, so 10° in it is 4°.
    await waitFor(() => expect(spheres.view()).toMatchObject({ yaw: 4, pitch: -20 }));
    expect(screen.getByRole('button', { name: 'Dommage 1\u00a0: Bordure' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  it('are placed by key, and stored in the picture and not by the compass', async () => {
    await open('p1');
    picture().focus();
    await userEvent.keyboard('d{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Dommage constaté' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer' }));
    expect(await within(dialog).findByText('Dites de quoi il s’agit')).toBeVisible();
    await userEvent.type(within(dialog).getByRole('combobox', { name: /Ce qui est touché/ }), 'Clôture');
    await writeInto(within(dialog).getByRole('textbox', { name: /Note/ }), 'Trois planches');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // The view looks at 350°, four degrees left of the corrected middle of the later picture.
    expect(backend.sent('POST', 'survey_findings').map(({ body }) => body)).toEqual([
      expect.objectContaining({ pair_id: 'p1', yaw: -4, pitch: 0, kind: 'Clôture', note: 'Trois planches' }),
    ]);
  });

  it('are removed only once that was confirmed', async () => {
    await open('p2');
    await userEvent.click(screen.getByRole('button', { name: 'Retirer «\u00a0Bordure\u00a0»' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(backend.sent('DELETE', 'survey_findings')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Retirer' }));
    await waitFor(() => expect(backend.sent('DELETE', 'survey_findings')).toHaveLength(1));
  });
});

describe('the nearest pair', () => {
  const standAt = (answer: (ok: PositionCallback, refused: PositionErrorCallback) => void) =>
    vi.stubGlobal('navigator', { ...navigator, geolocation: { getCurrentPosition: answer } });

  it('opens where one stands', async () => {
    const { address } = await open('p1');
    standAt((ok) =>
      ok({ coords: { latitude: 48 + 2.9 / 11_120, longitude: -68.5, accuracy: 5 } } as GeolocationPosition),
    );
    await userEvent.click(screen.getByRole('button', { name: 'La paire la plus proche' }));
    await waitFor(() => expect(address()).toContain('/paires/p3'));
  });

  it('says what to do where the position is refused', async () => {
    await open('p1');
    standAt((_ok, refused) => refused({ code: 1 } as GeolocationPositionError));
    await userEvent.click(screen.getByRole('button', { name: 'La paire la plus proche' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Votre navigateur refuse de donner votre position.',
    );
  });
});
