import { formatNumber } from '@/shared/lib/numbers';
import { api } from '@/shared/lib/site-config';

const MEGABYTE = 1024 * 1024;

/** Returns the largest file that a bucket takes, in bytes: its own limit, or that of the project's plan where it is lower. */
export const largestUpload = (ofBucket: number): number => Math.min(ofBucket, api.maxUpload ?? ofBucket);

/** Writes a limit in whole megabytes, « 50 Mo ». */
export const formatLimit = (bytes: number): string => `${formatNumber(Math.floor(bytes / MEGABYTE))}\u00a0Mo`;

/** Writes the size of a file that is too large, « 51 Mo »: rounded up, so that it never equals its limit. */
export const formatExcess = (bytes: number): string => formatLimit(bytes + MEGABYTE - 1);
