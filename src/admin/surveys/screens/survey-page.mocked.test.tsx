import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { demoDrive } from '@tests/demo-street';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';

/** A worker that never answers; its computation is tested elsewhere. */
class StillWorker {
  postMessage() {}
  terminate() {}
}
vi.stubGlobal('Worker', StillWorker);
URL.createObjectURL = () => 'blob:apercu';
URL.revokeObjectURL = () => {};

const { SurveyPage } = await import('./survey-page');
const { SurveysPage } = await import('./surveys-page');

const ID = '5a000000-0000-4000-8000-000000000009';
const HOUR = 3_600_000;
const { track, pictures: shots } = demoDrive('A');

const survey = {
  ...{ id: ID, user_id: null, name: 'Rue des Érables', trip_plan_id: null, city: 'Rimouski', region: null },
  ...{
    client_name: null,
    captured_on: '2025-10-28',
    delivered_on: null,
    compared_with: null,
    clock_offset_ms: null,
  },
  ...{ clock_basis: null, clock_parts: [], ordered_source: null, published_at: null, slug: null },
  ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
};
const proposal = { id: 'p1', kind: 'plate', score: 0.9, yaw: 10, pitch: -8, width: 4, height: 3 };
const pictureRow = (index: number) => ({
  ...{ id: `5b000000-0000-4000-8000-00000000000${index}`, file_name: `R${index}.JPG`, file_bytes: 300_000 },
  ...{ width: 2048, height: 1024, camera_time: new Date(shots[index]?.cameraTime ?? 0).toISOString() },
  camera_wall: new Date((shots[index]?.cameraTime ?? 0) - 4 * HOUR).toISOString().slice(0, -1),
  ...{ camera_time_tag: 'CreateDate', camera_zone_tag: 'OffsetTime' as string | null },
  ...{ camera_zone: '-04:00', camera_lat: null, camera_lon: null, camera_heading: null, taken_at: null },
  camera_heading_reference: null as string | null,
  ...{ lat: shots[index]?.position.lat ?? null, lon: shots[index]?.position.lon ?? null, heading: 320 },
  ...{ time_source: null, place_source: null, heading_source: null, sequence: 1, number: index + 1 },
  ...{
    left_out: null as string | null,
    preview: `${ID}/5b.jpg`,
    tiles: null,
    published_file: null,
    blurs: [] as object[],
  },
  ...{ proposals: [] as object[], searched_by: null as string | null },
});

const trackRow = (name: string, later = 0) => ({
  ...{ id: name, name },
  points: track.map(({ time, lat, lon, segment }) => [time + later, lat, lon, segment]),
});

let rows: ReturnType<typeof pictureRow>[];
let order: object;
let sent: { target: string; body: unknown }[];
let tracks: { id: string; name: string; points: number[][] }[];

beforeEach(() => {
  rows = shots.map((_, index) => pictureRow(index));
  order = { ordered_streets: [], ordered_source: null };
  sent = [];
  tracks = [trackRow('trace.gpx')];
  signInAsAdmin();
  backend.answer = ({ method, target, query, body }) => {
    if (method !== 'GET') sent.push({ target, body });
    if (target === 'rpc/survey_counts')
      return { body: [{ survey_id: ID, pictures: 10, kept: 10, previews: 0, reviewed: 0 }] };
    if (target === 'rpc/place_survey_pictures') return { body: 10 };
    if (target === 'survey_tracks' && method === 'DELETE') {
      tracks = tracks.filter(({ id }) => !query.get('id')?.includes(id));
      return { status: 204 };
    }
    if (target === 'survey_tracks') return { body: tracks };
    if (target === 'survey_pictures' && method === 'PATCH') {
      const found = rows.find(({ id }) => query.get('id') === `eq.${id}`);
      Object.assign(found ?? {}, body);
      return { body: found ? { id: found.id } : null };
    }
    if (target === 'survey_pictures') return { body: rows };
    if (target === 'surveys' && method === 'PATCH') {
      order = body as object;
      return { status: 204 };
    }
    if (target === 'surveys' && query.get('select')?.startsWith('ordered')) return { body: order };
    if (target === 'surveys') return { body: query.has('id') ? survey : [survey] };
    return { body: [] };
  };
});

const open = (tab: string) =>
  renderScreen(<SurveyPage />, { path: '/admin/releves/:id', at: `/admin/releves/${ID}?onglet=${tab}` });

describe('the list of surveys', () => {
  it('names each of them', async () => {
    renderScreen(<SurveysPage />, { path: '/admin/releves' });
    expect(await screen.findByRole('link', { name: 'Rue des Érables' })).toHaveAttribute(
      'href',
      `/admin/releves/${ID}`,
    );
  });
});

describe('the full resolution of pairs', () => {
  it('is offered for the pictures of pairs alone, with what it weighs, and told once it is there', async () => {
    for (const row of rows) Object.assign(row, { width: 8192, height: 4096, tiles: null });
    Object.assign(rows[2] ?? {}, { width: 2048, height: 1024 });
    const answer = backend.answer;
    backend.answer = (request) =>
      request.target === 'survey_pairs' && request.query.get('select')?.includes('before_picture')
        ? { body: [0, 1, 2].map((index) => ({ id: `p${index}`, picture: { id: rows[index]?.id } })) }
        : answer(request);
    const { unmount } = open('import');
    const panel = await screen.findByRole('region', { name: 'Pleine résolution' });
    // Two of three previews are shown: the third picture is no wider than its preview.
    expect(panel).toHaveTextContent(
      /^Pleine résolutionPhotos de paires à envoyer en pleine résolution : 2, environ 8,7 Mo/,
    );
    unmount();
    for (const row of rows) Object.assign(row, { tiles: `${ID}/${row.id}.tiles` });
    open('import');
    expect(await screen.findByText(/^Photos de paires qui se regardent de près.*: 2\.$/)).toBeVisible();
  });
});

describe('the clock of a survey', () => {
  it('moves the pictures by a number or by keys, says it in words, and keeps where they are', async () => {
    open('import');
    const seconds = await screen.findByLabelText(/En secondes/);
    expect(screen.getByText(/heure lue.*CreateDate/)).toHaveTextContent(/fuseau.: OffsetTime, UTC−04:00/);
    fireEvent.change(seconds, { target: { value: '47' } });
    expect(await screen.findByText(/^L’horloge de l’appareil avance de 47.s$/)).toBeInTheDocument();
    expect(await screen.findByText(/10.photos gardées sur.10/)).toBeInTheDocument();
    fireEvent.keyDown(screen.getByLabelText('Décalage'), { key: 'PageDown' });
    expect(await screen.findByText(/^L’horloge de l’appareil avance de 37.s$/)).toBeInTheDocument();
    fireEvent.change(seconds, { target: { value: '47' } });
    // The camera was mounted backwards, so every heading turns by 180°.
    fireEvent.change(screen.getByLabelText(/Tourner toutes les orientations/), { target: { value: '180' } });
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer les positions' }));
    await waitFor(() => expect(sent.some(({ target }) => target === 'rpc/place_survey_pictures')).toBe(true));
    const { body } = sent.find(({ target }) => target === 'rpc/place_survey_pictures') ?? {};
    expect(body).toMatchObject({ survey_id: ID, clock_offset_ms: 47_000, clock_basis: 'hand' });
    const [first] = (body as { pictures: { taken_at: string }[] }).pictures;
    expect(first).toMatchObject({ place_source: 'trace', time_source: 'main', heading_source: 'main' });
    expect(Date.parse(first?.taken_at ?? '')).toBe(shots[0]?.trueTime);
  });
});

describe('a clock or a direction that was set and is not saved', () => {
  it('is asked about before another tab of the survey is opened, and is still there when one stays', async () => {
    open('import');
    const turn = await screen.findByLabelText(/Tourner toutes les orientations/);
    await userEvent.clear(turn);
    await userEvent.type(turn, '-90');
    await userEvent.click(screen.getByRole('link', { name: 'Preuve' }));
    const question = await screen.findByRole('alertdialog', { name: 'Quitter sans enregistrer?' });
    expect(question).toHaveTextContent(
      'L’horloge et les orientations réglées ici n’ont pas été enregistrées',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Rester' }));
    expect(turn).toHaveValue('-90');
    await userEvent.click(screen.getByRole('link', { name: 'Preuve' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Quitter sans enregistrer' }));
    await waitFor(() => expect(turn).not.toBeInTheDocument());
  });
});

describe('two tracks of the same minutes', () => {
  it('are asked about before anything is placed, and one of them is kept', async () => {
    tracks = [trackRow('recepteur.gpx'), trackRow('telephone.gpx', 500)];
    open('import');
    expect(await screen.findByRole('heading', { name: 'Quelle trace GPS place les photos?' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Enregistrer les positions' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Garder recepteur.gpx' }));
    expect(await screen.findByRole('button', { name: 'Enregistrer les positions' })).toBeVisible();
    expect(tracks.map(({ name }) => name)).toEqual(['recepteur.gpx']);
  });
});

describe('a drive of the night when clocks change', () => {
  // The drive is entirely within the repeated hour, and its camera wrote no time zone.
  const late = Date.parse('2025-11-02T06:30:00Z');
  const truth = (index: number) => late + index * 2000;

  it('asks on which side it was, says what its track says, and keeps the answer', async () => {
    rows = rows.map((row, index) => ({
      ...row,
      camera_wall: new Date(truth(index) - 5 * HOUR).toISOString().slice(0, -1),
      ...{ camera_time: new Date(truth(index) - HOUR).toISOString(), camera_zone_tag: null },
    }));
    const points = rows.map((_, index) => [truth(index), 48, -68.5 - index / 5000, 0]);
    tracks = [{ id: 'nuit', name: 'nuit.gpx', points }];
    open('import');
    const notice = await screen.findByText(/de la nuit où l’heure change/);
    expect(notice).toHaveTextContent('Lues en HAE. La trace GPS, elle, a été prise en HNE.');
    await userEvent.click(screen.getByRole('button', { name: 'Les lire en HNE' }));
    expect(notice).toHaveTextContent('Lues en HNE.');
    expect(screen.getByText(/heure lue/)).toHaveTextContent(/fuseau.: inconnu, nuit où l’heure change$/);
    const list = screen.getByRole('list', { name: 'Parties décalées' });
    expect(list).toHaveTextContent(/À partir de R0.JPG.*3.600.s de moins/);
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer les positions' }));
    await waitFor(() => expect(sent.at(-1)?.target).toBe('rpc/place_survey_pictures'));
    type Placed = { clock_parts: object; pictures: { taken_at: string }[] };
    const { clock_parts, pictures } = (sent.at(-1) as { body: unknown }).body as Placed;
    expect(clock_parts).toEqual([{ from: 'R0.JPG', offset_ms: -HOUR }]);
    expect(pictures.map(({ taken_at }) => Date.parse(taken_at))).toEqual(
      rows.map((_, index) => truth(index)),
    );
  });

  it('has its parts set by hand, by the name of a picture of the survey', async () => {
    open('import');
    await userEvent.click(await screen.findByText('Décaler une partie du trajet'));
    const from = screen.getByRole('textbox', { name: /À partir de la photo/ });
    await userEvent.type(from, 'R55.JPG');
    await userEvent.click(screen.getByRole('button', { name: 'Décaler cette partie' }));
    expect(screen.getByText('Aucune photo de ce relevé ne porte ce nom.')).toBeInTheDocument();
    expect(from).toHaveValue('R55.JPG');
    await userEvent.clear(from);
    await userEvent.type(from, 'R5.JPG');
    const shift = screen.getByRole('textbox', { name: /Secondes de plus/ });
    fireEvent.change(shift, { target: { value: '90000' } });
    await userEvent.click(screen.getByRole('button', { name: 'Décaler cette partie' }));
    expect(shift).toHaveAccessibleDescription(/Écrivez un nombre de −86400 à 86400/);
    expect(from).toHaveValue('R5.JPG');
    fireEvent.change(shift, { target: { value: '-2,5' } });
    await userEvent.click(screen.getByRole('button', { name: 'Décaler cette partie' }));
    expect(screen.getByText(/À partir de R5\.JPG\s: 2,5\ss de moins/)).toBeVisible();
  });
});

describe('the coverage of a survey', () => {
  const file = (content: string) => new File([content], 'rues.geojson');

  it('says kilometres and names from a file, and why one is refused', async () => {
    open('couverture');
    const input = await screen.findByLabelText('Choisir un fichier de rues');
    await userEvent.upload(input, file('{'));
    expect(await screen.findByRole('alert')).toHaveTextContent('lisible');
    const line = shots.map(({ position: { lat, lon } }) => [lon, lat]);
    const far = line.map(([lon = 0, lat = 0]) => [lon + 0.01, lat]);
    const features = Object.entries({ 'Rue des Érables': line, 'Rue du Moulin': far }).map(
      ([name, coordinates]) => ({
        ...{ type: 'Feature', properties: { name }, geometry: { type: 'LineString', coordinates } },
      }),
    );
    await userEvent.upload(input, file(JSON.stringify({ type: 'FeatureCollection', features })));
    expect(await screen.findByRole('heading', { name: /1.rue manquante/ })).toBeInTheDocument();
    const list = screen.getByRole('list', { name: 'Rues commandées' });
    const [first] = within(list).getAllByRole('button');
    expect(first).toHaveTextContent(/Rue du Moulin.*Manquante/);
    await userEvent.click(first as HTMLElement);
    expect(first).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('the review of a survey', () => {
  it('decides by keys: F blurs, X refuses, and each decision is kept', async () => {
    rows = rows
      .slice(0, 2)
      .map((row) => ({ ...row, searched_by: 'modele', proposals: [{ ...proposal, id: `p${row.number}` }] }));
    open('revue');
    const region = await screen.findByRole('region', { name: 'Revue des photos' });
    expect(screen.getByText(/0.photo revue sur.2/)).toHaveTextContent(/2.à décider/);
    fireEvent.keyDown(region, { key: 'f' });
    await waitFor(() =>
      expect(sent.at(-1)?.body).toMatchObject({ proposals: [], blurs: [{ yaw: 10, width: 4 }] }),
    );
    expect(await screen.findByText('R1.JPG')).toBeInTheDocument();
    fireEvent.keyDown(region, { key: 'x' });
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ proposals: [], blurs: [] }));
    expect(await screen.findByText(/2.photos revues sur.2/)).toBeInTheDocument();
  });
});
