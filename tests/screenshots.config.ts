import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** `npm run renew -- screenshots`: renews the pictures of the README and of the guide from the seeded stack. */
export default defineConfig({ ...base, projects: [{ name: 'screenshots', testDir: './screenshots' }] });
