import { isAbsolute } from 'node:path';
import * as v from 'valibot';
import { list, setting } from './setting.ts';

const nameServer = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:]+\])(?::\d{1,5})?$/;

/** How mails are looked into. */
export const readingSettings = {
  dns: setting<'off' | readonly string[]>({
    name: 'KONTOR_DNS',
    description:
      'The name servers that are asked where mails are from (DKIM, SPF, DMARC), or off, and nothing is asked and checked.',
    allowed: 'off, or addresses with ports divided by commas, such as 127.0.0.1:53',
    default: "the system's",
    parse: v.union([
      v.literal('off'),
      v.pipe(
        list,
        v.minLength(1),
        v.everyItem((server) => nameServer.test(server)),
      ),
    ]),
    fallback: () => [],
  }),
  libreOffice: setting<string | undefined>({
    name: 'KONTOR_LIBREOFFICE',
    description:
      'LibreOffice, by which office files are shown as they look. Without it their text is shown. It should run where it reaches no network.',
    allowed: 'the absolute path of the program soffice',
    default: 'none',
    parse: v.pipe(v.string(), v.check(isAbsolute)),
    fallback: () => undefined,
  }),
};
