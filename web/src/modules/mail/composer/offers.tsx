import type { ResultOf } from '@kontor/contract/kernel';
import { senderQueries, type AddressSuggestion, type writingQueries } from '@kontor/contract/mail';
import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { takeOfferKeys, type Offered } from '../../../editor/triggers.ts';
import { withReceivers } from './receivers/parse.ts';
import type { Envelope, Writing } from './state.ts';
import { texts } from './texts.ts';
import { useTemplate } from './use-template.ts';

interface Props {
  readonly offered: Offered;
  readonly editor: Editor;
  readonly accounts: ResultOf<typeof writingQueries.accounts> | undefined;
  readonly writing: Envelope;
  readonly onChange: (part: Partial<Writing>) => void;
  readonly onClose: () => void;
}

interface Line {
  readonly key: string;
  readonly name: string;
  readonly more: string;
  readonly take: () => void;
}
const MOST = 8;

/** What a `!` or `@` may stand for, beneath it: arrow keys choose, Enter takes. */
export function Offers({
  offered: { sign, query, range, place },
  editor,
  accounts,
  writing,
  onChange,
  onClose,
}: Props) {
  const t = useTexts(texts);
  const client = useClient();
  const [people, setPeople] = useState<readonly AddressSuggestion[]>([]);
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    if (sign !== '@') return undefined;
    const stop = new AbortController();
    client.ask.run(senderQueries.addressSuggestions, { searchTerm: query }, stop.signal).then(
      (list) => (stop.signal.aborted ? undefined : setPeople(list)),
      () => undefined,
    );
    return () => stop.abort();
  }, [client, sign, query]);

  const insert = useTemplate(editor, writing, onChange);
  const all = [...(accounts?.templates ?? []), ...(accounts?.globalTemplates ?? [])];
  const lines: readonly Line[] =
    sign === '!'
      ? all
          .filter(({ Name }) => Name.toLowerCase().includes(query.toLowerCase()))
          .map(({ ID, Name, subject }) => ({ key: `${ID}`, name: Name, more: subject, take: () => insert(ID, range) }))
      : people.map(({ email, name }) => ({
          key: email,
          name: name || email,
          more: email,
          take: () => {
            editor
              .chain()
              .focus()
              .insertContentAt(range, `${name || email} `)
              .run();
            onChange({
              receiversTo: withReceivers(writing.receiversTo, [{ receiver: email, receiverRealName: name }]),
            });
          },
        }));
  const shown = lines.slice(0, MOST);
  const at = Math.min(chosen, Math.max(0, shown.length - 1));
  useEffect(() => {
    takeOfferKeys((event) => {
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (shown.length === 0) return false;
      if (by !== 0) setChosen((at + by + shown.length) % shown.length);
      else if (event.key === 'Enter' || event.key === 'Tab') {
        onClose();
        shown[at]?.take();
      } else return false;
      return true;
    });
    return () => takeOfferKeys(undefined);
  });
  if (place === undefined || (shown.length === 0 && (sign === '@' || query !== ''))) return null;
  return (
    <div
      className="write-offers"
      role="listbox"
      aria-label={sign === '!' ? t.template : t.suggestions}
      style={{ position: 'fixed', left: Math.min(place.left, window.innerWidth - 320), top: place.bottom + 4 }}
    >
      {shown.length === 0 ? <p className="quiet">{t.noTemplates}</p> : null}
      {shown.map((line, index) => (
        <div
          key={line.key}
          role="option"
          aria-selected={index === at}
          onMouseDown={(event) => {
            event.preventDefault();
            onClose();
            line.take();
          }}
        >
          <span>{line.name}</span>
          <span className="quiet">{line.more}</span>
        </div>
      ))}
    </div>
  );
}
