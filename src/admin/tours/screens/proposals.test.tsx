import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { draftScene } from '@tests/draft-scenes';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tourLimits } from '@/shared/panorama-tour/panorama-tour';
import type { DraftScene } from '../data/panorama-tour.schema';
import { SEARCHED_BY } from '../data/proposals';
import type { PanoramaFinding } from '../data/search-panorama';
import { Proposals } from './proposals';

type Worker = {
  postMessage: (source: unknown) => void;
  onmessage?: (event: { data: unknown }) => void;
  onerror?: (event: { message: string }) => void;
};

/** Workers that were started, the latest last. */
const workers: (Worker & { isEnded: boolean; asked: unknown[] })[] = [];

/** A fake worker whose answers the test sends. */
class FakeWorker implements Worker {
  onmessage?: Worker['onmessage'];
  onerror?: Worker['onerror'];
  isEnded = false;
  asked: unknown[] = [];
  constructor() {
    workers.push(this);
  }
  postMessage(source: unknown) {
    this.asked.push(source);
  }
  terminate() {
    this.isEnded = true;
  }
}

const tour = 'e0000000-0000-4000-8000-000000000009';
const finding = (yaw: number, change: Partial<PanoramaFinding> = {}): PanoramaFinding => ({
  kind: 'face',
  score: 0.8,
  yaw,
  pitch: 0,
  width: 2,
  height: 2,
  ...change,
});
const scene = (id: string, change: Partial<DraftScene> = {}) => {
  const plain = draftScene(id);
  const levels = [{ width: 4096, columns: 8, rows: 4 }];
  const picture = { ...plain.picture, folder: `${tour}/${id}`, width: 4096, levels };
  return { ...plain, picture, ...change };
};
const proposed = (yaws: readonly number[]) =>
  yaws.map((yaw) => ({ ...finding(yaw), id: `p${yaw}`.replace('-', 'm') }));

let scenes: readonly DraftScene[];
const onLook = vi.fn();
const onSave = vi.fn();

function Editor({ given }: { given: readonly DraftScene[] }) {
  const [all, setAll] = useState(given);
  const [open, setOpen] = useState(given[0]?.id);
  scenes = all;
  const shown = all.find(({ id }) => id === open) ?? all[0];
  return (
    shown && (
      <Proposals
        tilt={undefined}
        scenes={all}
        scene={shown}
        onEdit={(id, change) => setAll((old) => old.map((one) => (one.id === id ? change(one) : one)))}
        onFound={onSave}
        onLook={onLook}
        onOpenScene={setOpen}
      />
    )
  );
}

const open = (...given: DraftScene[]) => render(<Editor given={given} />);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const group = () => screen.getByRole('group', { name: 'Propositions à décider' });
const key = (name: string) => fireEvent.keyDown(group(), { key: name });
const ids = (of: 'blurs' | 'proposals', at = 0) => scenes[at]?.[of]?.map(({ id }) => id);

/** Sends the worker's messages once it has been asked. */
async function answer(...messages: unknown[]) {
  await vi.waitFor(() => expect(workers.at(-1)?.asked.length).toBeGreaterThan(0));
  await act(async () => {
    for (const data of messages) workers.at(-1)?.onmessage?.({ data });
  });
}
const waitUntilAsked = async (times: number) =>
  vi.waitFor(() => expect(workers.at(-1)?.asked).toHaveLength(times));

beforeEach(() => {
  workers.length = 0;
  onLook.mockClear();
  onSave.mockClear();
  vi.stubGlobal('Worker', FakeWorker);
});

describe('deciding on proposals', () => {
  it('takes one as a blur by F or Enter, and rejects one by X or Delete', () => {
    open(scene('a', { proposals: proposed([10, 20, 30, 40, 50]) }));
    key('Enter');
    key('x');
    key('F');
    key('Delete');
    expect(ids('blurs')).toEqual(['p10', 'p30']);
    expect(ids('proposals')).toEqual(['p50']);
    expect(scenes[0]?.blurs[0]).toEqual({ id: 'p10', yaw: 10, pitch: 0, width: 2, height: 2 });
    expect(onLook).toHaveBeenLastCalledWith(expect.objectContaining({ yaw: 50 }));
  });

  it('moves by arrows, also around the ends, and shows which of how many', () => {
    open(scene('a', { proposals: proposed([10, 20, 30]) }));
    key('ArrowLeft');
    expect(screen.getByText('Visage 3 sur 3')).toBeVisible();
    key('ArrowRight');
    expect(screen.getByRole('img', { name: /^Visage 1 sur 3/ })).toBeVisible();
    press('Ce n’est rien');
    expect(ids('proposals')).toEqual(['p20', 'p30']);
    fireEvent.click(within(group()).getByRole('button', { name: 'Visage 2' }));
    press('Flouter');
    expect(ids('blurs')).toEqual(['p30']);
  });

  it('does not press twice what has the focus: Enter on « Ce n’est rien » blurs nothing', () => {
    open(scene('a', { proposals: proposed([10, 20]) }));
    fireEvent.keyDown(screen.getByRole('button', { name: 'Ce n’est rien' }), { key: 'Enter' });
    expect(ids('blurs')).toEqual([]);
  });

  it('asks once before it blurs all that remain, up to as many as a scene may have', () => {
    const blurs = Array.from({ length: tourLimits.blurs - 2 }, (_, n) => ({ ...finding(n), id: `b${n}` }));
    open(scene('a', { blurs, proposals: proposed([10, 20, 30]) }));
    press('Flouter tout ce qui reste (3)');
    expect(ids('proposals')).toHaveLength(3);
    press('Flouter tout');
    expect(ids('blurs')).toHaveLength(tourLimits.blurs);
    expect(ids('proposals')).toEqual(['p30']);
    expect(screen.getByRole('alert')).toHaveTextContent(/au plus 60 flous/);
    key('f');
    expect(ids('proposals')).toEqual(['p30']);
  });

  it('shows one at the seam from tiles on both sides of it', () => {
    const { container } = open(scene('a', { proposals: proposed([180]) }));
    const tiles = [...container.querySelectorAll('image')].map((image) => image.getAttribute('href'));
    expect(tiles).toEqual(expect.arrayContaining([expect.stringMatching(/0\/7-1\.jpg$/)]));
    expect(tiles).toEqual(expect.arrayContaining([expect.stringMatching(/0\/0-1\.jpg$/)]));
  });

  it('leads to the next scene that has some', () => {
    open(scene('a', { searchedBy: SEARCHED_BY }), scene('b', { proposals: proposed([1, 2]) }));
    expect(screen.getByText(/Cherché.: rien à décider/)).toBeVisible();
    press(/Décider dans «\sScène b\s»\s\(2\)/);
    expect(screen.getByText('2 propositions à décider')).toBeVisible();
  });
});

describe('searching', () => {
  it('keeps what is found once, not what is blurred, and says that the scene was searched', async () => {
    open(scene('a', { blurs: [{ id: 'b', yaw: 90, pitch: 0, width: 6, height: 6 }] }));
    expect(screen.getByText('Pas encore cherché')).toBeVisible();
    press('Chercher les visages et les plaques');
    await answer({ step: { found: [finding(90), finding(179.9)], share: 0.4 } });
    expect(screen.getByText(/Recherche dans «\sScène a\s»\s: 2 propositions/)).toBeVisible();
    await answer({ step: { found: [finding(-179.9, { score: 0.9 })], share: 1 } }, { result: undefined });
    expect(scenes[0]).toMatchObject({ searchedBy: SEARCHED_BY, proposals: [{ yaw: -179.9, score: 0.9 }] });
    expect(onSave).toHaveBeenCalledTimes(1);
    expect(workers[0]?.isEnded).toBe(true);
  });

  it('keeps the best when there are more than a scene may have, and says so', async () => {
    open(scene('a'));
    press('Chercher les visages et les plaques');
    const many = Array.from({ length: 130 }, (_, n) => finding(-180 + 2.7 * n, { score: (n + 1) / 200 }));
    await answer({ step: { found: many, share: 1 } }, { result: undefined });
    expect(ids('proposals')).toHaveLength(tourLimits.proposals);
    expect(Math.min(...(scenes[0]?.proposals ?? []).map(({ score }) => score))).toBeGreaterThan(0.05);
    expect(screen.getByText(/plus de 120 endroits ont été trouvés/)).toBeVisible();
  });

  it('goes through all the scenes that were not, past one that cannot be read', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    open(scene('a'), scene('b'), scene('c', { searchedBy: SEARCHED_BY }));
    press('Chercher dans toutes les scènes (2)');
    await answer({ error: { name: 'PanoramaFault', message: 'bad' } });
    await waitUntilAsked(2);
    await answer({ step: { found: [finding(3)], share: 1 } }, { result: undefined });
    expect(await screen.findByRole('alert')).toHaveTextContent(/« Scène a » : .*n’a pas pu être lu/);
    expect(scenes.map(({ searchedBy }) => Boolean(searchedBy))).toEqual([false, true, true]);
    expect(warn).toHaveBeenCalled();
    warn.mockRestore();
  });

  it('stops when its models cannot be loaded, and leaves the rest as it was', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    open(scene('a', { proposals: proposed([10]) }), scene('b'));
    press('Chercher dans toutes les scènes (2)');
    await waitUntilAsked(1);
    await act(async () => workers[0]?.onerror?.({ message: 'no' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/La recherche n’a pas pu être chargée/);
    expect(workers[0]?.asked).toHaveLength(1);
    key('f');
    expect(ids('blurs')).toEqual(['p10']);
    warn.mockRestore();
  });

  it('stopped in the middle, keeps no half search for a whole one, and brings back nothing rejected', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    open(scene('a'));
    press('Chercher les visages et les plaques');
    await waitUntilAsked(1);
    vi.setSystemTime(Date.now() + 5000);
    await answer({ step: { found: [finding(10), finding(20)], share: 0.5 } });
    expect(ids('proposals')).toHaveLength(2);
    key('x');
    vi.setSystemTime(Date.now() + 5000);
    await answer({ step: { found: [finding(40)], share: 0.6 } });
    expect(scenes[0]?.proposals?.map(({ yaw }) => yaw).sort()).toEqual([20, 40]);
    await answer({ step: { found: [finding(60)], share: 0.7 } });
    press('Arrêter');
    await answer({ result: undefined });
    expect(ids('proposals')).toHaveLength(3);
    expect(scenes[0]?.searchedBy).toBeUndefined();
    expect(onSave).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
  });
});
