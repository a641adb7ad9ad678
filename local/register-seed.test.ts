import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { registerSeed } from './register-seed.ts';

test('the seed holds the register that the product ships with', async () => {
  // `toBe` would print a difference of a quarter of a megabyte, which says nothing.
  const isSame = readFileSync('supabase/seed/municipalities.sql', 'utf8') === (await registerSeed());
  expect(isSame, '`npm run import -- register` writes it anew').toBe(true);
});
