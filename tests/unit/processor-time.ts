import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { countProcessorTime } from '../support/processor-time.ts';

// Loaded first: the imports of a file are a part of what it costs.
const note = countProcessorTime();
afterAll(() => note(relative(process.cwd(), expect.getState().testPath ?? '')));
