import { chromium } from '@playwright/test';

const b = await chromium.launch({
  executablePath: '/tmp/territoire-360-chromium/chromium',
  args: ['--no-sandbox'],
});
const [, , base, outDir, ...paths] = process.argv;
for (const w of [375, 1280])
  for (const p of paths) {
    const page = await b.newPage({ viewport: { width: w, height: 800 }, locale: 'fr-CA' });
    page.on('console', (m) => {
      if (m.type() === 'error') console.log(p, m.text());
    });
    page.on('pageerror', (e) => console.log(p, String(e)));
    await page.goto(base + p, { waitUntil: 'networkidle' });
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `${outDir}/${p.replace(/\W+/g, '_') || 'home'}-${w}.png`, fullPage: true });
    await page.close();
  }
await b.close();
