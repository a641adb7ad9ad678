import { beforeEach, expect, it, vi } from 'vitest';
import { connection } from './connection';
import { createOutbox, emptyOutboxes, isAnythingKept, type Kept } from './outbox';

type Note = { id: string; text: string };

const stored = new Map<string, Kept<Note>>();
let hasRoom: boolean;
let answer: (note: Note) => Promise<void>;
const sent: string[] = [];

const notes = createOutbox<Note>(
  'notes',
  {
    read: async () => [...stored.values()],
    keep: async (note) => {
      if (hasRoom) stored.set(note.id, note);
      return hasRoom;
    },
    remove: async (ids) => {
      for (const id of ids) stored.delete(id);
    },
  },
  async (note) => {
    sent.push(note.id);
    await answer(note);
  },
);
const noLine = () => Promise.reject(new TypeError('Failed to fetch'));
const refused = () => Promise.reject({ code: '23503', message: 'violates foreign key constraint "x"' });
const ids = () => notes.all().map(({ id }) => id);

beforeEach(async () => {
  hasRoom = true;
  answer = async () => {};
  await emptyOutboxes();
  sent.length = 0;
  vi.spyOn(connection, 'check').mockResolvedValue(false);
});

it('keeps nothing of what the server has, and keeps what no line took', async () => {
  expect(await notes.record({ id: 'a', text: 'Un' })).toBe('sent');
  expect([ids(), isAnythingKept()]).toEqual([[], false]);
  answer = noLine;
  expect(await notes.record({ id: 'b', text: 'Deux' })).toBe('kept');
  expect([ids(), isAnythingKept()]).toEqual([['b'], true]);
});

it('throws a refusal, and the want of a line where the browser keeps nothing', async () => {
  answer = refused;
  await expect(notes.record({ id: 'a', text: 'Un' })).rejects.toMatchObject({ code: '23503' });
  hasRoom = false;
  answer = noLine;
  await expect(notes.record({ id: 'b', text: 'Deux' })).rejects.toThrow('Failed to fetch');
  expect(ids()).toEqual([]);
});

it('keeps what is refused later with a reason in French, and asks no second time', async () => {
  answer = noLine;
  await notes.record({ id: 'a', text: 'Un' });
  answer = refused;
  expect(await notes.sendAll()).toBe(0);
  expect(notes.all()).toEqual([
    { id: 'a', text: 'Un', refusal: expect.stringMatching(/^Un élément lié a été supprimé/) },
  ]);
  sent.length = 0;
  expect(await notes.sendAll()).toBe(0);
  expect(sent).toEqual([]);
});

it('does not send a second time what is leaving', async () => {
  let arrive = () => {};
  answer = () => new Promise((done) => (arrive = done));
  const recording = notes.record({ id: 'a', text: 'Un' });
  await expect.poll(() => sent).toEqual(['a']);
  expect(await notes.sendAll()).toBe(0);
  arrive();
  expect(await recording).toBe('sent');
  expect(sent).toEqual(['a']);
});

it('forgets at sign-out, also what this page had read', async () => {
  answer = noLine;
  await notes.record({ id: 'a', text: 'Un' });
  await emptyOutboxes();
  answer = async () => {};
  expect(await notes.sendAll()).toBe(0);
  expect([ids(), [...stored], sent]).toEqual([[], [], ['a']]);
});

it('sends what it finds when the page opens', async () => {
  stored.set('a', { id: 'a', text: 'Un' });
  const left = vi.fn(async () => {});
  const stop = notes.start(left);
  await expect.poll(() => left.mock.calls).toEqual([[1]]);
  stop();
  expect([ids(), sent]).toEqual([[], ['a']]);
});
