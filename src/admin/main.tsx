import './kit/lib/zod-jitless';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { standInForStorage } from '@/shared/lib/page-storage';
import { loadWebFonts } from '@/shared/lib/web-fonts';
import { pageSettled } from '@/shared/lib/when-idle';
import { registerWorker } from './kit/lib/register-worker';
import { AdminApp } from './router';
import './styles.css';

standInForStorage();

/** Starts sign-in and the back office. */
const rootElement = document.getElementById('root');
if (!rootElement) throw new Error('index.html has no #root');

createRoot(rootElement).render(
  <StrictMode>
    <AdminApp />
  </StrictMode>,
);

// After the first rows, which the web fonts would delay by a quarter of a second on a slow line.
void pageSettled().then(loadWebFonts).then(pageSettled).then(registerWorker);
