import { type ColumnLimits, hashes, text } from './limit.ts';

const authority = [{ accept: [text(300)], refuse: [text(301)] }];

/** Limits of the tables of seals. */
export const sealLimits: Record<string, ColumnLimits> = {
  survey_seals: {
    pictures: [{ accept: [1, 100_000], refuse: [0, 100_001] }],
    bytes: [{ accept: [1, 5_000_000_000_000], refuse: [0] }],
    manifest_sha256: [hashes],
    merkle_root: [hashes],
  },
  seal_tokens: {
    authority,
    token: [{ accept: ['MIIB', 'AA=='], refuse: ['', 'MII B', '<b>', 'A'.repeat(100_001)] }],
    serial: [{ accept: ['0', 'ff'.repeat(32)], refuse: ['', 'FF', 'f'.repeat(65), 'g'] }],
  },
  seal_requests: {
    authority,
    attempts: [{ accept: [0], refuse: [-1] }],
    last_error: [{ accept: [null, text(500)], refuse: [text(501)] }],
  },
};
