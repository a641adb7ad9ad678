import { backend, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, expect, it } from 'vitest';

const { addPictures } = await import('./survey-pictures');

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

const foundPicture = (path: string) => ({ path, bytes: 1, modified: 0, facts: {} });

/** Makes the database refuse any call with one of these names, as a check constraint does. */
function refuseNames(...names: string[]): { stored: string[] } {
  const kept = { stored: [] as string[] };
  backend.answer = ({ body }) => {
    const sent = (body as { file_name: string }[]).map(({ file_name }) => file_name);
    if (sent.some((name) => names.includes(name)))
      return { status: 400, body: { code: '23514', message: 'violates check constraint' } };
    kept.stored.push(...sent);
    return { status: 201 };
  };
  return kept;
}

it('a picture that the database refuses is named, and the other 499 are stored', async () => {
  const kept = refuseNames('R137.JPG');
  const refused = await addPictures(
    's',
    Array.from({ length: 500 }, (_, index) => foundPicture(`R${index}.JPG`)),
  );
  expect(refused.map(({ path }) => path)).toEqual(['R137.JPG']);
  expect(new Set(kept.stored).size).toBe(499);
  expect(backend.requests.length).toBeLessThan(25);
});

it('a name that no list could print, and a path that is too long, are refused before they are sent', async () => {
  const kept = refuseNames();
  const refused = await addPictures('s', [
    foundPicture('R1.JPG'),
    foundPicture('R0\n1.JPG'),
    foundPicture('x'.repeat(501)),
  ]);
  expect(refused.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('saut de ligne'),
    expect.stringContaining('500'),
  ]);
  expect(kept.stored).toEqual(['R1.JPG']);
});

it('a service that fails refuses no picture: the import stops', async () => {
  backend.answer = () => ({ status: 500, body: { code: '57014', message: 'canceling statement' } });
  await expect(addPictures('s', [foundPicture('R1.JPG'), foundPicture('R2.JPG')])).rejects.toMatchObject({
    code: '57014',
  });
});
