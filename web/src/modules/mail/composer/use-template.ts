import { writingQueries } from '@kontor/contract/mail';
import type { Editor, JSONContent, Range } from '@tiptap/core';
import { useEffect, useRef } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { toPlain } from './editor/plain.ts';
import { withReceivers } from './receivers/parse.ts';
import { toDoc } from './schema.ts';
import { fromContent, type Envelope } from './state.ts';
import { texts } from './texts.ts';

/** Puts a template into a mail, filled with what is known of it: its text at `range`, its receivers and files beside those there. */
export function useTemplate(
  editor: Editor,
  writing: Envelope,
  onChange: (part: Partial<Envelope>) => void,
): (templateId: number, range: Pick<Range, 'from' | 'to'>) => void {
  const t = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  // A template is asked for; what is written meanwhile stays.
  const latest = useRef(writing);
  useEffect(() => {
    latest.current = writing;
  });
  const insert = async (templateId: number, { from, to }: Pick<Range, 'from' | 'to'>): Promise<void> => {
    const isWritten = writing.kind === 'template';
    const [receiver = null] = writing.receiversTo;
    const params = {
      templateId,
      receiver,
      senderAccountId: writing.senderAccountId,
      replyOrForwardMailAggregateId: writing.answer?.aggregateId ?? null,
    };
    // A template within a template keeps its placeholders.
    const found = isWritten
      ? await client.ask.run(writingQueries.draftOrTemplate, { draftOrTemplateId: templateId })
      : await client.ask.run(writingQueries.fillTemplate, params);
    const filled = fromContent(found, await toDoc(found.Content, found.isPlain), 'mail');
    const doc = writing.isPlain ? toPlain(filled.doc) : filled.doc;
    // The mail has a signature of its own.
    const content = (doc.content ?? []).filter(({ type }) => type !== 'signature');
    editor
      .chain()
      .focus()
      .insertContentAt({ from, to }, [...content] as JSONContent[])
      .run();
    const { subject, receiversTo, files } = latest.current;
    onChange({
      ...(isWritten ? {} : { templateId }),
      ...(subject === '' ? { subject: filled.subject } : {}),
      receiversTo: withReceivers(receiversTo, filled.receiversTo),
      files: [...files, ...filled.files],
    });
  };
  return (templateId, range) =>
    void insert(templateId, range).catch(() => notices.show({ text: t.templateFailed, tone: 'fault' }));
}
