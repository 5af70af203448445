import { getSchema } from '@tiptap/core';
import type { Schema } from '@tiptap/pm/model';
import type { WrittenNode } from '../../../editor/document.ts';
import { mailExtensions } from './editor/nodes.ts';
import { fromHtml } from './editor/parse.ts';
import { QuotedMail } from './editor/quote.ts';
import { fromText } from './editor/to-text.ts';

let made: Schema | undefined;
/** What a mail may be made of, once for all mails. */
export const mailSchema = (): Schema => (made ??= getSchema([...mailExtensions(), QuotedMail]));

/** A content of the server's as a document. */
export const toDoc = (html: string, isPlain = false): Promise<WrittenNode> =>
  isPlain ? Promise.resolve(fromText(html)) : fromHtml(mailSchema(), html);
