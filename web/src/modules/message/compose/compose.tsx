import './compose.css';
import '../written.css';
import { messageCommands, type MessageDetail } from '@kontor/contract/message';
import { useState, type ReactNode } from 'react';
import {
  useKeys,
  useLanguage,
  useShell,
  useSplit,
  useTexts,
  nameOfKey,
  type ScreenProps,
} from '../../../shell/index.ts';
import { queryOf } from '../../../shell/routes.ts';
import { useTabTitle } from '../../../shell/tabs/use-tab-title.ts';
import { NoteEditor } from '../../../editor/index.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { Check } from '../../../ui/fields.tsx';
import { Button, Callout, Icon, IconButton, SkeletonBlock } from '../../../ui/parts.tsx';
import { useNamedRecords } from '../../record/index.tsx';
import { PeopleField, addressesIn } from '../../sharing/index.tsx';
import { fileTexts } from '../files/texts.ts';
import { useAddingFiles } from '../files/use-adding-files.ts';
import { FileField, WrittenFiles } from '../files/written-files.tsx';
import { keyOf } from '../files/written.ts';
import { texts } from '../texts.ts';
import { noPicture, sendingKey } from '../thread/composer.tsx';
import { LaterDialog } from '../thread/later-dialog.tsx';
import { beginningOf, type Beginning } from './address.ts';
import { MANY, guestsOf, peopleCount, peopleMeant } from './rules.ts';
import { composeTexts } from './texts.ts';
import { useCompose } from './use-compose.ts';

/** A message that is written: to whom, and what. */
export function NewMessage({ address }: ScreenProps) {
  const t = useTexts(composeTexts);
  const wide = useSplit();
  const { navigator, tabs } = useShell();
  const beginning = beginningOf(queryOf(address));
  const composing = useCompose(beginning);
  const title = beginning.forward === undefined ? t.title : t.titleForwarded;
  useTabTitle(title);
  const close = (): void => (wide ? tabs.leave() : navigator.back());
  useKeys(wide ? {} : { Escape: () => composing.goFrom(close) });
  return (
    <>
      <div className="toolbar" role="toolbar" aria-label={t.bar}>
        {wide ? null : (
          <IconButton icon="arrow-left" label={t.back} hotkey="Escape" onClick={() => composing.goFrom(close)} />
        )}
        <h1>{title}</h1>
        <span className="grow" />
        {wide ? <IconButton icon="x" label={t.close} hotkey="Escape" onClick={close} /> : null}
      </div>
      <div className="message-new-page" data-scrolls>
        {composing.isOnWay ? <OnWay /> : <Form beginning={beginning} composing={composing} />}
      </div>
    </>
  );
}

/** A message that was begun on this device or another, and not sent: it is written on, sent, or thrown away. */
export function DraftMessage({ details }: { details: MessageDetail }) {
  const t = useTexts(composeTexts);
  const client = useClient();
  const { notices } = useShell();
  const { aggregateId } = details;
  const composing = useCompose({ draft: aggregateId }, details);
  const discard = (): void =>
    void client.sendNow(messageCommands.discardDraft, { aggregateId }).then(
      () => composing.forget(),
      () => notices.show({ text: t.notDiscarded, tone: 'fault', action: { label: t.retry, run: discard } }),
    );
  return (
    <div className="message-new-page" data-scrolls>
      {composing.isOnWay ? (
        <OnWay />
      ) : (
        <Form beginning={{}} composing={composing}>
          <Button kind="plain" icon="trash" onClick={discard}>
            {t.discard}
          </Button>
        </Form>
      )}
    </div>
  );
}

/** It was given to the queue. */
function OnWay() {
  const t = useTexts(composeTexts);
  const { online } = useValue(useClient().connection);
  return (
    <p className="message-on-way" role="status">
      <Icon name="clock" small /> {online ? t.sending : t.waits}
    </p>
  );
}

type Composing = ReturnType<typeof useCompose>;

/** What is said about whom it goes to. */
function Receivers({ composing, isForwarded }: { composing: Composing; isForwarded: boolean }) {
  const t = useTexts(composeTexts);
  const { available, hasPeople, failure, retry, written, write, count, faults } = composing;
  const mayMail = useValue(useClient().configuration)?.rights.createMail === true;
  const guests = guestsOf(written.chosen).map(({ displayName }) => displayName);
  if (!hasPeople)
    return failure === undefined ? (
      <SkeletonBlock width="100%" height={56} />
    ) : (
      <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
        {failure.kind === 'offline' ? t.peopleOffline : t.peopleFailed}
      </Callout>
    );
  return (
    <>
      <PeopleField
        available={available}
        chosen={written.chosen}
        has={() => false}
        fault={faults.to}
        words={{ people: t.to, peopleHint: mayMail ? t.toHintMail : t.toHint, nobody: t.nobody }}
        addressesIn={mayMail ? addressesIn : undefined}
        autoFocus={written.chosen.length === 0}
        onChange={(chosen) => write({ chosen })}
      />
      {guests.length === 0 ? null : (
        <p className="quiet message-by-mail" role="status">
          <Icon name="envelope-simple" small /> {t.byMail(guests.join(', '), guests.length)}
        </p>
      )}
      {count >= MANY ? <p className="quiet">{t.many(count)}</p> : null}
      {count === 0 || isForwarded ? null : <Options {...{ written, write, count }} />}
    </>
  );
}

/** How it goes to those who were chosen. */
function Options({ written, write, count }: Pick<Composing, 'written' | 'write' | 'count'>) {
  const t = useTexts(composeTexts);
  const hasGuests = guestsOf(written.chosen).length > 0;
  return (
    <div className="message-options">
      {count < 2 ? null : (
        <>
          {hasGuests ? null : (
            <Check
              label={t.isOpen}
              hint={t.isOpenHint}
              checked={written.isOpen}
              onChange={({ currentTarget }) => write({ isOpen: currentTarget.checked })}
            />
          )}
          {written.isOpen && !hasGuests ? null : (
            <Check
              label={t.seeEachOther}
              hint={t.seeEachOtherHint}
              checked={written.seeEachOther}
              onChange={({ currentTarget }) => write({ seeEachOther: currentTarget.checked })}
            />
          )}
        </>
      )}
      {peopleCount(written.chosen) === 0 ? null : (
        <Check
          label={t.confirm}
          hint={t.confirmHint}
          checked={written.confirm}
          onChange={({ currentTarget }) => write({ confirm: currentTarget.checked })}
        />
      )}
    </div>
  );
}

function Form({
  beginning,
  composing,
  children,
}: {
  beginning: Beginning;
  composing: Composing;
  /** More ways to go on with it. */
  children?: ReactNode;
}) {
  const t = useTexts(composeTexts);
  const language = useLanguage();
  const { written, write, faults, refusal, send, editor } = composing;
  const [f, m] = [useTexts(fileTexts), useTexts(texts)];
  const isForwarded = beginning.forward !== undefined;
  const records = useNamedRecords();
  const adding = useAddingFiles(written.files, (more) => write({ files: [...written.files, ...more] }));
  const [isChoosing, setChoosing] = useState(false);
  return (
    <form
      className="form message-form"
      noValidate
      aria-label={t.title}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={({ nativeEvent }) => void sendingKey(nativeEvent, () => send())}
    >
      <Receivers composing={composing} isForwarded={isForwarded} />
      {written.origin === undefined ? null : (
        <p className="message-about">
          <Icon name="link" small />
          <span>{t.about(beginning.title ?? '')}</span>
          <IconButton icon="x" label={t.notAbout} onClick={() => write({ origin: undefined })} />
        </p>
      )}
      {beginning.forward === undefined ? null : (
        <blockquote className="message-forwarded">
          <span className="quiet small">{t.forwarded}</span>
          {beginning.title}
        </blockquote>
      )}
      {beginning.record === undefined ? null : (
        <p className="message-about">
          <Icon name="address-book" small />
          <span>{t.aboutRecord}</span>
        </p>
      )}
      <div
        className="message-form-text message-written"
        data-fault={faults.text !== undefined}
        {...(isForwarded ? {} : adding.taking)}
      >
        <NoteEditor
          ref={editor}
          content={written.doc}
          label={t.text}
          placeholder={beginning.forward === undefined ? t.placeholder : t.placeholderForwarded}
          people={peopleMeant(written.chosen, composing.available)}
          records={records}
          pictureAddress={noPicture}
          onChange={(doc) => write({ doc })}
          onKey={(event) => sendingKey(event, () => send())}
        />
        <WrittenFiles
          files={written.files}
          onRemove={(file) => write({ files: written.files.filter((one) => keyOf(one) !== keyOf(file)) })}
        />
      </div>
      <FileField chooser={adding.chooser} onChosen={adding.add} />
      {faults.text === undefined ? null : (
        <span className="fault" role="alert">
          {faults.text}
        </span>
      )}
      {refusal === undefined ? null : (
        <Callout tone="fault" icon="warning">
          {t.problems[refusal.code] ?? t.failed}
        </Callout>
      )}
      <footer className="form-buttons">
        <Button
          kind="primary"
          type="submit"
          icon="paper-plane-tilt"
          aria-keyshortcuts="Control+Enter"
          title={`${t.send} (${nameOfKey('Ctrl+Enter', language)})`}
        >
          {t.send}
        </Button>
        {isForwarded ? null : (
          <>
            <IconButton icon="paperclip" label={f.add} onClick={() => adding.chooser.current?.click()} />
            <IconButton icon="clock" label={m.later} aria-haspopup="dialog" onClick={() => setChoosing(true)} />
          </>
        )}
        {children}
      </footer>
      {isChoosing ? (
        <LaterDialog
          onClose={() => setChoosing(false)}
          onLater={(moment) => {
            setChoosing(false);
            send(moment);
          }}
        />
      ) : null}
    </form>
  );
}
