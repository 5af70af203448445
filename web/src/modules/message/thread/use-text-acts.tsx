import {
  messageQueries,
  DEFAULT_EDIT_MINUTES,
  isGuestId,
  type MessageDetail,
  type MessageText,
} from '@kontor/contract/message';
import { useState, type ReactNode } from 'react';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import type { NotePerson, NoteRecords } from '../../../editor/index.ts';
import { Confirm } from '../../../shell/forms/confirm.tsx';
import { useMinute, useShell, useTexts } from '../../../shell/index.ts';
import { Button, Icon } from '../../../ui/parts.tsx';
import { begin } from '../compose/address.ts';
import { texts } from '../texts.ts';
import { edit, react, takeBack } from './acts.ts';
import { mayChange, type RefusedEdit } from './changing.ts';
import { EditText } from './edit-text.tsx';
import { Edits } from './edits.tsx';
import { wordsOfText } from './html.tsx';
import type { TextDeeds, TextMay } from './text-menu.ts';

interface Given {
  readonly details: MessageDetail;
  readonly draftId: string;
  readonly people: readonly NotePerson[];
  readonly records: NoteRecords;
  readonly mayWrite: boolean;
  readonly refused: ReadonlyMap<number, RefusedEdit>;
}

/** Whether somebody may change a text of theirs now, as the rules of the instance have it. */
function useMayChange(): (text: MessageText) => boolean {
  const ownId = useValue(useClient().user)?.id;
  const minutes = useAsk(messageQueries.rules, {}).data?.editMinutes;
  const now = useMinute();
  return (text) => mayChange(text, { ownId, minutes: minutes === undefined ? DEFAULT_EDIT_MINUTES : minutes, now });
}

/** What is done with texts of a thread beside answering them: editing, taking back, signs, sending on. */
export function useTextActs({ details, draftId, people, records, mayWrite, refused }: Given) {
  const t = useTexts(texts);
  const client = useClient();
  const { tabs } = useShell();
  const where = { client, details };
  const [editing, setEditing] = useState<{ no: number; html: string }>();
  const [takingBack, setTakingBack] = useState<MessageText>();
  const [shown, setShown] = useState<MessageText>();
  const isChangeable = useMayChange();
  const mayBegin = useValue(client.configuration)?.rights.createMessage === true;
  const { aggregateId, communicationPartnerUserId: partner } = details;

  const deeds: Pick<TextDeeds, 'onEdit' | 'onTakeBack' | 'onReact' | 'onForward' | 'onEdits'> = {
    onEdit: ({ no, message }) => setEditing({ no, html: message }),
    onTakeBack: setTakingBack,
    onReact: ({ no }, sign, isOn) => react(where, no, sign, isOn),
    onForward: (chosen) =>
      begin(client, (address) => tabs.open(address, 'beside'), {
        forward: { aggregateId, partner, no: chosen.no },
        title: wordsOfText(chosen).slice(0, MAX_QUOTED),
      }),
    onEdits: setShown,
  };
  const mayOf = (text: MessageText): Pick<TextMay, 'mayChange' | 'mayReact' | 'mayForward'> => {
    // A mail cannot be called back.
    const isMailed = isGuestId(partner ?? 0) || (text.no === 0 && details.guestCount > 0);
    return {
      mayChange: mayWrite && !isMailed && isChangeable(text),
      mayReact: mayWrite,
      mayForward: mayBegin,
    };
  };
  const editorOf = (text: MessageText): ReactNode =>
    editing?.no !== text.no ? undefined : (
      <EditText
        key={text.no}
        {...{ text, draftId, people, records }}
        html={editing.html}
        onSave={(html) => edit(where, text, html)}
        onClose={() => setEditing(undefined)}
      />
    );
  const faultOf = (text: MessageText): ReactNode => {
    const one = refused.get(text.no);
    if (one === undefined || editing?.no === text.no) return undefined;
    const { processId, html, refusal } = one;
    const discard = (): void => void client.queue.discard([processId]);
    return (
      <p className="message-refused" role="alert">
        <Icon name="warning" small /> {t.problems[refusal?.code ?? ''] ?? t.notChanged}
        {html === undefined || !isChangeable(text) ? null : (
          <Button
            onClick={() => {
              discard();
              setEditing({ no: text.no, html });
            }}
          >
            {t.editAgain}
          </Button>
        )}
        <Button kind="plain" onClick={discard}>
          {t.takeAway}
        </Button>
      </p>
    );
  };
  const dialogs = (
    <>
      {takingBack === undefined ? null : (
        <Confirm
          title={t.takeBackTitle}
          action={t.takeBack}
          danger
          run={async () => {
            takeBack(where, takingBack.no);
            setTakingBack(undefined);
          }}
          say={() => t.notChanged}
          onClose={() => setTakingBack(undefined)}
        >
          <p>{t.takeBackHint}</p>
        </Confirm>
      )}
      {shown === undefined ? null : (
        <Edits details={details} text={shown} onRecord={records.open} onClose={() => setShown(undefined)} />
      )}
    </>
  );
  return { deeds, mayOf, editorOf, faultOf, dialogs };
}

/** Most signs of a text that is named where it is sent on. */
const MAX_QUOTED = 120;
