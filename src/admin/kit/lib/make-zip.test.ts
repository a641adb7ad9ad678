import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { makeZip } from './make-zip';

async function* files(count: number) {
  for (let index = 0; index < count; index++) {
    const name = `images/${Math.floor(index / 1000)}/R${index}.JPG`;
    yield { name, input: new Uint8Array([index & 255]), lastModified: new Date('2026-04-20T10:00:00Z') };
  }
}

/** Reads the names in a ZIP's directory, and the content of its last file, with another library. */
async function read(count: number) {
  const zip = new Uint8Array(await new Response(makeZip(files(count))).arrayBuffer());
  const names: string[] = [];
  const last = `images/${Math.floor((count - 1) / 1000)}/R${count - 1}.JPG`;
  const found = unzipSync(zip, {
    filter: ({ name }) => {
      names.push(name);
      return name === last;
    },
  });
  return [names.length, new Set(names).size, found[last]?.[0]];
}

it('a small ZIP has all of its files', async () => {
  expect(await read(3)).toEqual([3, 3, 2]);
});

it.each([65_534, 65_535, 65_536])(
  'a ZIP of %i files has all of them for another program',
  { tags: ['proof'], timeout: 120_000 },
  async (count) => {
    expect(await read(count)).toEqual([count, count, (count - 1) & 255]);
  },
);
