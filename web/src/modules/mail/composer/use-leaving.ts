import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useShell } from '../../../shell/index.ts';
import { useTabTitle } from '../../../shell/tabs/use-tab-title.ts';
import { useUnsaved } from '../../../shell/forms/use-unsaved.ts';
import { isUnwritten } from './editor/document.ts';
import { folderAddress } from './folder-names.ts';
import type { Frame } from './frame.ts';
import { FIELDS } from './receivers/rules.ts';
import { dropWriting, dropUnwritten } from './sending.ts';
import type { Writing } from './state.ts';
import type { ComposerTexts } from './texts.ts';
import type { Saving } from './use-saving.ts';
import type { Written } from './use-writing.ts';
import { useUnwritten } from '../../../shell/forms/use-unwritten.ts';
import { isNothing } from './nothing.ts';

/** A new mail that is left without a word leaves nothing behind: neither a tab nor a draft. `end`: ends what is kept on the device. */
function useNothingLeft(writing: Writing, isNew: boolean, saving: Saving, end: () => void): void {
  const client = useClient();
  useUnwritten(isNew && isNothing(writing), () => {
    end();
    void saving.ended().then((held) => dropUnwritten(client, { ...writing, ...held }));
  });
}

interface Options {
  /** As it began. */
  readonly begun: Writing;
  readonly written: Written;
  readonly saving: Saving;
  readonly frame: Frame;
  readonly texts: ComposerTexts;
}

/** Whether nothing but its text was changed since it began. */
const isAboutTheSame = (writing: Writing, begun: Writing): boolean =>
  writing.subject === begun.subject &&
  writing.files.length === begun.files.length &&
  FIELDS.every((field) => writing[field].length === begun[field].length);

/** Whether its text is as it began, as the quote of what is answered: to be asked once, not with each letter. */
const hasSameText = ({ doc }: Writing, begun: Writing): boolean =>
  isUnwritten(doc) || JSON.stringify(doc) === JSON.stringify(begun.doc);

/** How what is written is left: for later, because it is sent or thrown away, or to go on elsewhere. */
export function useLeaving({ begun, written, saving, frame, texts: t }: Options) {
  const client = useClient();
  const { notices, navigator } = useShell();
  const { current, writing, end, goOnAs } = written;
  const { isBeneath } = frame;
  const [isOver, setOver] = useState(false);
  const isForgotten = useRef(false);
  const title = writing.kind === 'template' ? t.titles.template : t.titles[writing.answer?.type ?? 'new'];
  const isUntouched = isUnwritten(writing.doc) && isAboutTheSame(writing, begun);
  const isDirty = !isOver && saving.state !== 'saved' && !isUntouched;
  useTabTitle(isBeneath ? undefined : writing.subject || title);
  useNothingLeft(writing, !isBeneath && begun.draftId === null && !isOver, saving, end);
  const leaveEdited = useUnsaved({
    title: `${title}: ${writing.subject}`,
    isDirty,
    save: () => saving.save(true),
    discard: () => {
      isForgotten.current = true;
      void dropWriting(client, writing);
    },
  });
  // Sent by somebody else, or on another device: what is new here goes on as a draft of its own.
  useEffect(() => {
    if (saving.state !== 'sent') return;
    saving.end();
    const own = saving.hasOwn();
    const sent = current.current;
    const draftKey = client.env.newId();
    if (!own) end();
    notices.show({
      text: own ? t.alreadySent : t.sentElsewhere,
      lasts: true,
      action: { label: t.show, run: () => navigator.go(folderAddress('outbox')) },
    });
    setOver(true);
    const goOn = own ? goOnAs(draftKey) : Promise.resolve();
    void Promise.all([goOn, dropWriting(client, sent)]).then(() =>
      own ? frame.rename(draftKey) : setTimeout(() => frame.finish(false), 0),
    );
    // oxlint-disable-next-line react/exhaustive-deps -- it happens once
  }, [saving.state]);

  return {
    title,
    /** Whether there is anything that the server has not. */
    isDirty,
    leave(): void {
      // A tab asks by itself.
      if (!isBeneath) return frame.leave(true);
      leaveEdited(() => {
        const isSame = isAboutTheSame(writing, begun) && hasSameText(writing, begun);
        const keeps = !isForgotten.current && (!isSame || saving.draftId !== null);
        if (!keeps) void dropWriting(client, writing);
        frame.leave(keeps);
      });
    },
    /** It is sent, or thrown away. `isDealtWith`: what it answers is done, or put off, with it. */
    finish(isDealtWith = false): void {
      setOver(true);
      saving.end();
      end();
      // What is written belongs to the queue now: leaving asks nothing.
      setTimeout(() => frame.finish(isDealtWith), 0);
    },
    /** Goes on in a tab of its own, with every letter that was written until then. */
    toTab(): void {
      setOver(true);
      end();
      void saving.ended().then((held) => {
        frame.leave(false);
        frame.toTab({ ...current.current, ...held });
      });
    },
  };
}
