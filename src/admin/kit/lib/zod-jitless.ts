// zod would compile object schemas with `new Function`; even the attempt is reported under the site's content policy.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
