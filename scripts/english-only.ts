import path from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Leaves out the messages that zod has in fifty languages: a library that is handed the whole of zod would bring them
 * into what every verb loads.
 */
export const englishOnly: Plugin = {
  name: 'english-only',
  setup(build) {
    build.onLoad({ filter: /zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, ({ path: file }) => ({
      contents: "export { default as en } from './en.js';\n",
      resolveDir: path.dirname(file),
    }));
  },
};
