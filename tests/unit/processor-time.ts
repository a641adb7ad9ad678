import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { countProcessorTime } from '../support/processor-time.ts';

// This runs first, because the imports of a test file count too.
const noteTime = countProcessorTime();
afterAll(() => noteTime(relative(process.cwd(), expect.getState().testPath ?? '')));
