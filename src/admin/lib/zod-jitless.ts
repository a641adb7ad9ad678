// zod, where a page brings it, would first try `new Function`, which the content policy refuses and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
