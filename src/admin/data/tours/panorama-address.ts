import { api } from '@/shared/lib/site-config';
import type { FileAddress } from '@/shared/panorama-tour/panorama-tour';

/** Where a file of the bucket « panoramas » is. */
export const panoramaFileUrl: FileAddress = (path) => `${api.url}/storage/v1/object/public/panoramas/${path}`;
