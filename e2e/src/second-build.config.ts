// The web app as its next version: the same, but for one word that everybody sees.
import { join } from 'node:path';
import base from '../../web/vite.config.ts';

const web = join(import.meta.dirname, '..', '..', 'web');

export default {
  ...base,
  root: web,
  build: { ...base.build, outDir: process.env['KONTOR_SECOND_BUILD'], emptyOutDir: true },
  plugins: [
    ...(base.plugins ?? []),
    {
      name: 'next-version',
      enforce: 'pre' as const,
      transform: (code: string, id: string) =>
        id.endsWith('/web/src/modules/activity/lists/list-names.ts')
          ? code.replace("'Eingang'", "'Eingangskorb'")
          : code,
    },
  ],
};
