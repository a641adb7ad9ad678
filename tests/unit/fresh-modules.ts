import { vi } from 'vitest';

// Loaded first by files that mock a module: they share the process, the libraries and the page with the others, and our own
// modules are evaluated anew for each.
vi.resetModules();
