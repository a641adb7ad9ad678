import { vi } from 'vitest';

// Test files that mock a module import this first. They share the process and the page with other files, so
// our own modules must be evaluated anew.
vi.resetModules();
