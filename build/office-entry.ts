import type { Plugin } from 'vite';

/** The back office's page starts with its own script: the public site's would bring the public pages along. */
export function officeEntry(): Plugin {
  return {
    name: 'office-entry',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('/src/main.tsx', '/src/main-office.tsx'),
    },
  };
}
