import { beforeEach, expect, it, vi } from 'vitest';

const uploadWhole = vi.fn<(url: string, options: { headers: Record<string, string> }) => Promise<void>>();
const inParts = vi.fn<(options: { bucket: string; path: string; maxAge: number }) => Promise<void>>();
vi.mock('./upload', async (original) => ({
  ...(await original<typeof import('./upload')>()),
  upload: uploadWhole,
}));
vi.mock('./resumable-upload', () => ({ uploadResumably: inParts }));
vi.mock('./supabase', () => ({ sessionForRequest: async () => ({ access_token: 'jeton' }) }));
const { uploadAcrossCuts, uploadToBucket } = await import('./bucket-upload');
const { connection } = await import('./connection');
const { UploadError } = await import('./upload');

const send = (megabytes: number) =>
  uploadToBucket(
    'panorama-originals',
    'a/b/original.jpg',
    new Blob([new Uint8Array(megabytes * 1024 * 1024)]),
    {
      signal: new AbortController().signal,
    },
  );

beforeEach(() => {
  uploadWhole.mockReset().mockResolvedValue();
  inParts.mockReset().mockResolvedValue();
});

it('sends a file of 6 MB whole, and a larger one in parts', async () => {
  await send(6);
  expect(inParts).not.toHaveBeenCalled();
  expect(uploadWhole.mock.calls[0]?.[0]).toMatch(
    /\/storage\/v1\/object\/panorama-originals\/a\/b\/original\.jpg$/,
  );
  expect(uploadWhole.mock.calls[0]?.[1].headers).toMatchObject({
    authorization: 'Bearer jeton',
    'content-type': 'image/jpeg',
    'cache-control': 'max-age=31536000',
  });
  await send(7);
  expect(inParts.mock.calls[0]?.[0]).toMatchObject({
    bucket: 'panorama-originals',
    path: 'a/b/original.jpg',
    maxAge: 31_536_000,
  });
  expect(uploadWhole).toHaveBeenCalledTimes(1);
});

it('sends it whole where the service has no resumable uploads', async () => {
  inParts.mockRejectedValue(Object.assign(new Error('not found'), { status: 404 }));
  await send(7);
  expect(uploadWhole).toHaveBeenCalledTimes(1);
});

it('does not send a refused file a second time', async () => {
  inParts.mockRejectedValue(Object.assign(new Error('too large'), { status: 413 }));
  await expect(send(7)).rejects.toMatchObject({ status: 413 });
  expect(uploadWhole).not.toHaveBeenCalled();
});

it('counts a file that is there as sent, and no other refusal', async () => {
  const answer = '{"statusCode":"409","error":"Duplicate","message":"The resource already exists"}';
  for (const [status, text] of [
    [409, ''],
    [400, answer],
  ] as const) {
    uploadWhole.mockRejectedValue(new UploadError(status, text));
    await expect(send(1)).resolves.toBeUndefined();
  }
  uploadWhole.mockRejectedValue(new UploadError(400, '{"error":"InvalidKey"}'));
  await expect(send(1)).rejects.toMatchObject({ status: 400 });
});

it('goes on with a long work when the connection is back, and not after what no connection repairs', async () => {
  const back = vi.spyOn(connection, 'whenBack').mockResolvedValue();
  const go = () =>
    uploadAcrossCuts('survey-previews', 'a/b.jpg', new Blob(['a']), { signal: new AbortController().signal });
  uploadWhole
    .mockRejectedValueOnce(new UploadError(0, 'no answer'))
    .mockRejectedValueOnce(new UploadError(0, 'no answer'));
  await go();
  expect([uploadWhole.mock.calls.length, back.mock.calls.length]).toEqual([3, 2]);
  uploadWhole.mockRejectedValueOnce(new UploadError(401, 'no session'));
  await expect(go()).rejects.toMatchObject({ status: 401 });
  // An upload that is never answered fails after the last retry.
  uploadWhole.mockRejectedValue(new UploadError(0, 'no answer'));
  await expect(go()).rejects.toMatchObject({ status: 0 });
  expect(back.mock.calls.length).toBe(5);
  back.mockRestore();
});
