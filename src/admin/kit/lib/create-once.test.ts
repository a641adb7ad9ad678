import { expect, it } from 'vitest';
import { createOnce } from './create-once';

it('asks for one id until it is made: at a second press, and after an answer that was lost', async () => {
  const asked: string[] = [];
  const make = async (id: string) => {
    asked.push(id);
    await Promise.resolve();
    return id;
  };
  const lost = async (id: string) => {
    asked.push(id);
    throw new TypeError('Failed to fetch');
  };
  await expect(createOnce('devis', lost)).rejects.toThrow('Failed to fetch');
  const both = await Promise.all([
    createOnce('devis', make),
    createOnce('devis', make),
    createOnce('copie', make),
  ]);
  expect(both[0]).toBe(both[1]);
  expect(new Set(asked.slice(0, 3)).size).toBe(1);
  expect(both[2]).not.toBe(both[0]);
  // Once the first press is answered, another press creates another item.
  expect(await createOnce('devis', make)).not.toBe(both[0]);
});
