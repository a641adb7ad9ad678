import { chromium } from '@playwright/test';
import { readFileSync } from 'node:fs';
const home='/tmp/territoire-360-chromium';
const info=JSON.parse(readFileSync('/tmp/mk-data/local.json'));
const answer = await fetch(`${info.apiUrl}/auth/v1/token?grant_type=password`, {method:'POST',headers:{apikey:info.publishableKey,'content-type':'application/json'},body:JSON.stringify(info.admin)});
const session=await answer.json();
const key=`sb-${new URL(info.apiUrl).hostname.split('.')[0]}-auth-token`;
const browser=await chromium.launch({executablePath:home+'/chromium',env:{...process.env,LD_LIBRARY_PATH:home+'/al2023/lib:'+home+'/al2/lib',FONTCONFIG_FILE:home+'/fonts.conf'},args:['--no-sandbox','--disable-gpu','--enable-unsafe-swiftshader']});
const context=await browser.newContext({locale:'fr-CA',timezoneId:'America/Toronto',serviceWorkers:'block',storageState:{cookies:[],origins:[{origin:new URL(info.webUrl).origin,localStorage:[{name:key,value:JSON.stringify(session)}]}]}});
const page=await context.newPage();
page.on('console',m=>m.type()==='error'&&console.log('console',m.text()));
page.on('pageerror',e=>console.log('pageerror',String(e)));
const steps = process.argv[2] ?? 'demo';
for (const id of ['e0000000-0000-4000-8000-000000000001','e0000000-0000-4000-8000-000000000002']) {
  await page.goto(`${info.webUrl}/admin/tours/${id}/visite`);
  await page.getByRole('list',{name:'Scènes'}).waitFor({timeout:60000});
  for (const width of [375,1280]) {
    await page.setViewportSize({width,height:900});
    await page.waitForTimeout(1500);
    const wide=await page.evaluate(()=>document.documentElement.scrollWidth-innerWidth);
    console.log(id.at(-1),width,'overflow',wide);
    await page.screenshot({path:`/tmp/mk-${id.at(-1)}-${width}.png`,fullPage:true});
  }
}
await browser.close();
