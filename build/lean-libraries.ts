import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);

const ROUTER = /[\\/]react-router[\\/]dist[\\/]/;
const INFINITE = /[\\/]infiniteQueryBehavior\.js$/;

/**
 * Lets the bundler leave out what visitors never use of two libraries, about 1.5 kB of brotli. Of react-router: its
 * production files instead of the development ones that the package names, and no statement that only keeps an unused
 * component alive (names for developer tools, contexts and wrapped components whose making has no effect). Of
 * query-core: lists without an end, which every query carries the code of.
 */
export function leanLibraries(): Plugin {
  return {
    name: 'lean-libraries',
    enforce: 'pre',
    apply: 'build',
    async resolveId(source, importer, options) {
      if (!/^react-router(\/dom)?$/.test(source)) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return (
        found && { ...found, id: found.id.replace(/([\\/]dist[\\/])development([\\/])/, '$1production$2') }
      );
    },
    transform(code, id) {
      if (INFINITE.test(id)) {
        return {
          code: `export const infiniteQueryBehavior = () => { throw new Error('build/lean-libraries.ts'); };
export const hasNextPage = infiniteQueryBehavior;
export const hasPreviousPage = infiniteQueryBehavior;`,
          map: null,
        };
      }
      if (!ROUTER.test(id)) return null;
      return {
        code: code
          .replaceAll('createElement(PrefetchPageLinks,', 'createElement("link",')
          .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
          .replace(/= (React\d*\.(?:forwardRef|createContext)\()/g, '= /* @__PURE__ */ $1'),
        map: null,
      };
    },
  };
}

const LUCIDE = 'lucide-react';
const MAKES_ICONS = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]createLucideIcon\.mjs$/;

const LEAN_ICON = `import { createElement } from 'react';
export default ({ node, size = 24 }) => (props) =>
  createElement('svg', {
    xmlns: 'http://www.w3.org/2000/svg', width: size, height: size, viewBox: '0 0 ' + size + ' ' + size,
    fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round',
    'aria-hidden': true, ...props,
  }, node.map(([tag, attributes]) => createElement(tag, attributes)));`;

/**
 * Icons as we use them: decorations as large as their classes say, in the colour of the text. The library works out
 * names, sizes and colours for each at each rendering, from a kilobyte of brotli that every visitor would load. For the
 * written pages as well: both must draw the same.
 */
export function leanIcons(): Plugin {
  return {
    name: 'lean-icons',
    apply: 'build',
    config: () => ({ ssr: { noExternal: [LUCIDE] } }),
    transform: (_code, id) => (MAKES_ICONS.test(id) ? { code: LEAN_ICON, map: null } : null),
  };
}

const REACT = /^react(?:-dom)?(?:\/(?:client|jsx-runtime))?$/;
const OWN = /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/;
const AS_MODULE = '\0module:';

/**
 * React as a module, made once: it comes as CommonJS, which the bundler else turns into a module anew in every script,
 * by code of a script of its own.
 */
export function reactAsModule(): Plugin {
  return {
    name: 'react-as-module',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer = '') {
      const ownImport = importer.startsWith(AS_MODULE) || OWN.test(importer);
      return REACT.test(source) && !ownImport ? AS_MODULE + source : null;
    },
    load(id) {
      if (!id.startsWith(AS_MODULE)) return null;
      const source = id.slice(AS_MODULE.length);
      // What nobody imports goes, which the bundler does not dare with a bare property.
      const each = Object.keys(require(source)).map(
        (name) => `export const ${name} = /* @__PURE__ */ (() => all.${name})();`,
      );
      return `import all from '${source}';\nexport default all;\n${each.join('\n')}`;
    },
  };
}

const REALTIME = '@supabase/realtime-js';

/**
 * Leaves out the web sockets of supabase-js, which nothing opens and the embedded stack does not have: a good tenth
 * of what the back office loads before its first list.
 */
export function withoutWebSockets(): Plugin {
  return {
    name: 'without-web-sockets',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source) => (source === REALTIME ? `\0${REALTIME}` : null),
    load: (id) =>
      id === `\0${REALTIME}`
        ? `export class RealtimeClient {
             setAuth() { return Promise.resolve(); }
             channel() { throw new Error('build/lean-libraries.ts'); }
             getChannels() { return []; }
             removeAllChannels() { return Promise.resolve([]); }
           }`
        : null,
  };
}
