import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** `DEMO=<folder> npm run demo-tours`: regenerates the demo tours of the seed. It needs no stack. */
export default defineConfig({
  use: base.use ?? {},
  testDir: './demo',
  testMatch: '**/make-demo-tours.ts',
  timeout: 600_000,
  reporter: 'line',
});
