import type { ResultOf } from '@kontor/contract/kernel';
import { senderQueries, type AddressSuggestion, type writingQueries } from '@kontor/contract/mail';
import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { OfferList, OfferNames, type OfferLine } from '../../../editor/offer-list.tsx';
import type { Offered } from '../../../editor/triggers.ts';
import { RecordOffers } from '../../record/index.tsx';
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

const MOST = 8;

const lineOf = (key: string, name: string, more: string, take: () => void): OfferLine => ({
  key,
  content: <OfferNames name={name} more={more} />,
  take,
});

/** Puts words in the place of a sign, as a node: a mere text would be read as HTML, which the page's policy refuses. */
const putWords = (editor: Editor, { range }: Offered, words: string): void =>
  void editor
    .chain()
    .focus()
    .insertContentAt(range, { type: 'text', text: `${words} ` })
    .run();

/** What a sign that is typed may stand for. */
export function Offers(props: Props) {
  const { offered, editor, onClose } = props;
  if (offered.sign !== '#') return <OwnOffers {...props} />;
  // Words alone: nothing internal goes out with a mail, and one that is not sent yet has no links.
  return (
    <RecordOffers
      offered={offered}
      field={editor.view.dom}
      onTake={({ title }) => putWords(editor, offered, title)}
      onClose={onClose}
    />
  );
}

/** What a `!` or `@` may stand for. */
function OwnOffers({ offered, editor, accounts, writing, onChange, onClose }: Props) {
  const { sign, query, range } = offered;
  const t = useTexts(texts);
  const client = useClient();
  const [people, setPeople] = useState<readonly AddressSuggestion[]>([]);
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
  const insertPerson = ({ email, name }: AddressSuggestion): void => {
    putWords(editor, offered, name || email);
    onChange({ receiversTo: withReceivers(writing.receiversTo, [{ receiver: email, receiverRealName: name }]) });
  };
  const lines =
    sign === '!'
      ? all
          .filter(({ Name }) => Name.toLowerCase().includes(query.toLowerCase()))
          .map(({ ID, Name, subject }) => lineOf(`${ID}`, Name, subject, () => insert(ID, range)))
      : people.map((one) => lineOf(one.email, one.name || one.email, one.email, () => insertPerson(one)));
  return (
    <OfferList
      offered={offered}
      field={editor.view.dom}
      label={sign === '!' ? t.template : t.suggestions}
      lines={lines.slice(0, MOST)}
      // A sentence may end so.
      isLoose={sign === '!' && query === ''}
      emptyText={sign === '!' && query === '' ? t.noTemplates : undefined}
      onClose={onClose}
    />
  );
}
