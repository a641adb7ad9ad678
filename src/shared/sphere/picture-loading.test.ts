import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLoader } from './picture-loading';

const decoded = vi.fn(async (source: unknown) => ({ source }));

/** An element that reads whatever address it is given. */
class ReadImage {
  src = '';
  decode = async () => {};
}

beforeEach(() => {
  vi.stubGlobal('createImageBitmap', decoded);
  vi.stubGlobal('Image', ReadImage);
  // A content policy that names the site and its API refuses what a page holds itself.
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.startsWith('https://')) throw new TypeError('Refused to connect');
    return new Response('picture');
  });
});
afterEach(() => void vi.unstubAllGlobals());

it.each(['blob:https://studio.example/1', 'data:image/webp;base64,AAAA'])(
  'reads a picture that the page holds without asking for it: %s',
  async (address) => {
    const loader = createLoader(
      () => {},
      () => {},
    );
    await loader.prefetch(address);
    await loader.load(address);
    expect(decoded).toHaveBeenLastCalledWith(expect.objectContaining({ src: address }), expect.anything());
  },
);

it('asks for the files of others', async () => {
  const loader = createLoader(
    () => {},
    () => {},
  );
  await loader.load('https://api.example/base.jpg');
  expect(decoded).toHaveBeenLastCalledWith(expect.any(Blob), expect.anything());
});
