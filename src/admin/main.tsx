import './lib/zod-jitless';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadFaces } from '@/shared/lib/web-fonts';
import { settled } from '@/shared/lib/when-idle';
import { AdminApp, routed } from './router';
import './styles.css';

/** Starts sign-in and the back office. */
const rootElement = document.getElementById('root');
if (!rootElement) throw new Error('index.html has no #root');

/** How long the page stays empty at most while its screen is made ready, in ms; then it shows that it is waiting. */
const PATIENCE = 150;

void Promise.race([routed, new Promise((done) => setTimeout(done, PATIENCE))]).then(() =>
  createRoot(rootElement).render(
    <StrictMode>
      <AdminApp />
    </StrictMode>,
  ),
);

// After the first rows: on a slow line the faces would take a quarter of a second from them.
void settled().then(loadFaces);
