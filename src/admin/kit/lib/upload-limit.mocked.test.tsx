import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

const MB = 1024 * 1024;

// The constants of this module are replaced when the site is built.
vi.mock('@/shared/lib/site-config', async (original) => {
  const config = await original<typeof import('@/shared/lib/site-config')>();
  return { ...config, api: { ...config.api, maxUpload: 50 * MB } };
});
const { checkPanorama } = await import('@/admin/tours/data/check-panorama');
const { refuseCopy } = await import('@/admin/tours/data/delivery-link');
const { PanoramaAdder } = await import('@/admin/tours/screens/panorama-adder');
const { largestUpload } = await import('./upload-limit');

const ofSize = (size: number) => ({ size, slice: () => new Blob() }) as unknown as Blob;

it('is the lower one of the bucket’s and the plan’s', () => {
  expect([largestUpload(80 * MB), largestUpload(10 * MB)]).toEqual([50 * MB, 10 * MB]);
});

it('refuses a panorama that the plan does not take, with what to do, and says so before', async () => {
  await expect(checkPanorama(ofSize(50 * MB + 1))).rejects.toThrow(
    'Le fichier pèse 51\u00a0Mo\u00a0: le maximum est de 50\u00a0Mo. Exportez-le de nouveau en JPEG de qualité 90',
  );
  await expect(checkPanorama(ofSize(50 * MB))).rejects.not.toThrow(/pèse/);
  render(
    <PanoramaAdder
      uploads={[]}
      onFiles={() => {}}
      onRetry={() => {}}
      onRetryAll={() => {}}
      onRemove={() => {}}
    />,
  );
  expect(screen.getByText(/50 Mo au plus chacun/)).toBeVisible();
});

it('does not refuse an original that is stored already: its blurs are cut under any plan', async () => {
  await expect(checkPanorama(ofSize(70 * MB), true)).rejects.not.toThrow(/pèse/);
});

it('refuses the link of a delivery that the plan does not take', () => {
  expect(refuseCopy(50 * MB)).toBeUndefined();
  expect(refuseCopy(60 * MB)).toMatch(/^Le ZIP pèse 60\s+Mo\s+: un lien en ouvre 50\s+Mo au plus/);
});
