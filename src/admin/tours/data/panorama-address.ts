import { api } from '@/shared/lib/site-config';
import type { FileAddress } from '@/shared/panorama-tour/panorama-tour';

/** Returns the public address of a file in the bucket « panoramas ». */
export const panoramaFileUrl: FileAddress = (path) => `${api.url}/storage/v1/object/public/panoramas/${path}`;
