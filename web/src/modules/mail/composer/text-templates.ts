import { writingQueries } from '@kontor/contract/mail';
import type { TextTemplates } from '../../../shell/manifest.ts';
import { toHtml } from './editor/to-html.ts';
import { toDoc } from './schema.ts';

/** What of a mail's template is no text of a note or message. */
const OF_MAILS: readonly string[] = ['signature', 'quotedMail'];

/** Templates of mails as texts of anything else that is written: without what a mail alone has. */
export const textTemplates: TextTemplates = {
  async list(client) {
    const { templates, globalTemplates } = await client.ask.run(writingQueries.accounts, {});
    return [...templates, ...globalTemplates].map(({ ID, Name, subject }) => ({
      key: String(ID),
      name: Name,
      more: subject,
    }));
  },
  async read(client, key) {
    const found = await client.ask.run(writingQueries.fillTemplate, { templateId: Number(key) });
    const doc = await toDoc(found.Content, found.isPlain);
    return toHtml({ ...doc, content: (doc.content ?? []).filter(({ type }) => !OF_MAILS.includes(type)) });
  },
};
