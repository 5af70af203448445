import type { Editor, JSONContent } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { useClient } from '../../client/react.tsx';
import { useShell, useTexts } from '../../shell/index.ts';
import type { TextTemplate, TextTemplates } from '../../shell/manifest.ts';
import type { WrittenNode } from '../document.ts';
import { OfferList, OfferNames } from '../offer-list.tsx';
import type { Offered } from '../triggers.ts';
import { docOfHtml } from './html.ts';
import { noteTexts } from './note-texts.ts';

const MOST = 8;

interface Listed extends TextTemplate {
  readonly read: TextTemplates['read'];
}

/** The templates of the person, of whichever module; none where they cannot be had. */
function useTemplates(): readonly Listed[] {
  const client = useClient();
  const { modules } = useShell();
  const [listed, setListed] = useState<readonly Listed[]>([]);
  useEffect(() => {
    let isOver = false;
    const lists = modules.flatMap(({ templates: load }) =>
      load === undefined
        ? []
        : [load().then(async ({ list, read }) => (await list(client)).map((one) => ({ ...one, read })))],
    );
    void Promise.allSettled(lists).then((answers) => {
      if (!isOver) setListed(answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])));
    });
    return () => {
      isOver = true;
    };
  }, [client, modules]);
  return listed;
}

/** There are pictures of the mail that a template is for, which no other text has. */
const withoutPictures = (node: WrittenNode): readonly WrittenNode[] => {
  if (node.type === 'image') return [];
  return [node.content === undefined ? node : { ...node, content: node.content.flatMap(withoutPictures) }];
};

/** Which of the person's templates a `!` may mean. */
export function Templates({ offered, editor, onClose }: { offered: Offered; editor: Editor; onClose: () => void }) {
  const t = useTexts(noteTexts);
  const client = useClient();
  const { notices } = useShell();
  const sought = offered.query.toLocaleLowerCase();
  const found = useTemplates().filter(({ name }) => name.toLocaleLowerCase().includes(sought));

  /** Puts it where the person writes by then. */
  const insert = async ({ key, read }: Listed): Promise<void> => {
    const doc = await docOfHtml(await read(client, key));
    if (editor.isDestroyed) return;
    const content = (doc.content ?? []).flatMap(withoutPictures);
    editor
      .chain()
      .focus()
      .insertContent([...content] as JSONContent[])
      .run();
  };
  const attempt = (one: Listed): void =>
    void insert(one).catch(() =>
      notices.show({
        text: t.noTemplate(one.name),
        tone: 'fault',
        action: { label: t.retry, run: () => attempt(one) },
      }),
    );
  const take = (one: Listed): void => {
    editor.chain().focus().deleteRange(offered.range).run();
    attempt(one);
  };
  const lines = found.slice(0, MOST).map((one) => ({
    key: one.key,
    content: <OfferNames name={one.name} more={one.more} />,
    take: () => take(one),
  }));
  return (
    <OfferList
      offered={offered}
      field={editor.view.dom}
      label={t.templates}
      lines={lines}
      // A sentence may end so.
      isLoose={offered.query === ''}
      onClose={onClose}
    />
  );
}
