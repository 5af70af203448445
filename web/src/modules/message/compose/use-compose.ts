import { listKey } from '@kontor/contract/activity';
import { sessionQueries } from '@kontor/contract/account';
import {
  SAID_ASKS_AFTER_MS,
  MAX_GUESTS,
  MAX_MESSAGE_TEXT,
  messageCommands,
  type Addressee,
  type MessageDetail,
} from '@kontor/contract/message';
import { use, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Client } from '../../../client/client.ts';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { useDraft } from '../../../client/use-draft.ts';
import { isBlankDocument } from '../../../editor/document.ts';
import { EMPTY, docOfHtml, htmlOfDoc, textOfDoc, type NoteHandle, type WrittenNode } from '../../../editor/index.ts';
import { detailHref, useSettings, useShell, useTexts } from '../../../shell/index.ts';
import { useUnsaved } from '../../../shell/forms/use-unsaved.ts';
import { useUnwritten } from '../../../shell/forms/use-unwritten.ts';
import { TabKeyContext } from '../../../shell/tabs/tab-key.ts';
import { availableOf, type Chosen } from '../../sharing/index.tsx';
import type { Beginning } from './address.ts';
import { addresseesOf, chosenOf, countOf, guestsOf, mostOf, peopleCount } from './rules.ts';
import { filesToSend, fromDraft, uploadsOf, type WrittenFile } from '../files/written.ts';
import { outcomes } from './sending.ts';
import { composeTexts } from './texts.ts';

/** What was written of a new message. */
interface Written {
  readonly chosen: readonly Chosen[];
  readonly doc: WrittenNode;
  readonly files: readonly WrittenFile[];
  readonly isOpen: boolean;
  readonly seeEachOther: boolean;
  /** Those who get it are asked to confirm that they have. */
  readonly confirm: boolean;
  readonly origin: string | undefined;
}

/** What lists of what waits call it. */
const titleOf = (doc: WrittenNode, otherwise = ''): string => (textOfDoc(doc).trim() || otherwise).slice(0, 80);

/** What a message begins with, beside whom it is to go to. */
const startOf = (draft: MessageDetail['draft'] | undefined): Omit<Written, 'chosen' | 'origin'> => ({
  doc: EMPTY,
  files: fromDraft(draft?.files ?? []),
  isOpen: draft?.isOpen ?? false,
  seeEachOther: draft?.seeEachOther ?? false,
  confirm: draft?.confirm ?? false,
});

/** How a message to so many people goes. */
const optionsOf = ({ chosen, isOpen, seeEachOther, confirm }: Written, count: number) => ({
  // Who gets mails reads no more than their own thread.
  isOpen: isOpen && count > 1 && guestsOf(chosen).length === 0,
  seeEachOther: seeEachOther && count > 1,
  confirm: confirm && peopleCount(chosen) > 0,
});

/** What is wrong with what is written, by the fields. */
function faultsOf(
  { chosen, doc, files, isOpen }: Written,
  count: number,
  { t, isForwarded }: { readonly t: typeof composeTexts.de; readonly isForwarded: boolean },
): { readonly to: string | undefined; readonly text: string | undefined } {
  const guests = guestsOf(chosen).length;
  const most = mostOf(isOpen && guests === 0);
  const tooMany = count > most ? t.tooMany(most) : guests > MAX_GUESTS ? t.tooManyAddresses(MAX_GUESTS) : undefined;
  const to = chosen.length === 0 ? t.nobodyChosen : tooMany;
  if (htmlOfDoc(doc).length > MAX_MESSAGE_TEXT) return { to, text: t.tooLong };
  return { to, text: isBlankDocument(doc) && files.length === 0 && !isForwarded ? t.empty : undefined };
}

/** What a new message is about. */
const aboutOf = ({ origin }: Written, { record }: Beginning) => ({
  sendState: 3 as const,
  status: 1 as const,
  idoLinkings: record === undefined ? [] : [record],
  origin: origin ?? null,
});

/** Gives what is written to the queue. */
function enqueue(
  client: Client,
  processId: string,
  written: Written,
  given: {
    readonly about: Beginning;
    readonly begun: MessageDetail | undefined;
    readonly later: { readonly sendAt: string | null; readonly undoSeconds: number };
    readonly count: number;
  },
): void {
  const { about, begun, later, count } = given;
  const { chosen, doc, files } = written;
  const said = { addressee: [...addresseesOf(chosen)], message: isBlankDocument(doc) ? '' : htmlOfDoc(doc) };
  const optimistic = {
    patches: [],
    keys: [],
    titles: [titleOf(doc, about.title)],
    processId,
    needs: [...uploadsOf(files)],
    asksAfterMs: SAID_ASKS_AFTER_MS,
  };
  if (about.forward !== undefined) {
    const { aggregateId, partner, no } = about.forward;
    const forwarded = { aggregateId, communicationPartnerUserId: partner, no, ...said };
    void client.enqueue(messageCommands.forward, forwarded, optimistic);
    return;
  }
  void client.enqueue(
    messageCommands.composeSend,
    {
      aggregateId: begun?.aggregateId ?? null,
      ...said,
      ...optionsOf(written, count),
      ...aboutOf(written, about),
      files: [...filesToSend(files)],
      ...later,
    },
    optimistic,
  );
}

/** Has what the server has of a draft put into the editor, once. */
function useBegun(begun: MessageDetail | undefined, put: (doc: WrittenNode) => void): void {
  const latest = useRef(put);
  useEffect(() => {
    latest.current = put;
  });
  const html = begun?.draft?.messageContent ?? '';
  useEffect(() => {
    if (html !== '') void docOfHtml(html).then((doc) => latest.current(doc));
  }, [html]);
}

/**
 * A new message while it is written: kept on the device, sent by the queue, and opened once the server has it. `begun`: the server has it as a
 * draft, with which it begins.
 */
export function useCompose(
  { draft: draftId, to: toWhom = [], ...about }: Beginning & { readonly draft: string },
  begun?: MessageDetail,
) {
  const to: readonly Addressee[] = begun?.addressee ?? toWhom;
  const t = useTexts(composeTexts);
  const client = useClient();
  const { navigator, notices, tabs } = useShell();
  const tabKey = use(TabKeyContext);
  const ownId = useValue(client.user)?.id;
  const undoSeconds = Number(useSettings().messageUndoSeconds);
  const { data, failure, retry } = useAsk(sessionQueries.moduleUsers, { module: 'message' });
  const available = availableOf(data ?? [], ownId);
  const editor = useRef<NoteHandle>(null);
  const [given, setGiven] = useState<Partial<Written>>({});
  const written: Written = {
    ...startOf(begun?.draft),
    chosen: chosenOf(available, to),
    origin: about.origin,
    ...given,
  };
  const [isTried, setTried] = useState(false);
  /** The person has written in it, here or on an earlier page of this device. */
  const [isWritten, setWritten] = useState(false);
  const [sentAs, setSentAs] = useState<string>();
  const draft = useDraft<Partial<Written>>('message', draftId, (found) => {
    setGiven(found);
    setWritten(true);
    if (found.doc !== undefined) editor.current?.change(() => found.doc ?? EMPTY);
  });
  useBegun(begun, (doc) => {
    if (given.doc !== undefined) return;
    setGiven((known) => ({ doc, ...known }));
    editor.current?.change(() => doc);
  });
  const write = (part: Partial<Written>): void => {
    const next = { ...given, ...part };
    setGiven(next);
    setWritten(true);
    draft.save(next);
  };

  const command = useValue(client.waiting).find((one) => one.processId === sentAs);
  const outcome = useValue(outcomes(client)).get(sentAs ?? '');
  const refusal = command?.state === 'refused' ? command.refusal : undefined;
  const isOnWay = sentAs !== undefined && refusal === undefined;

  const count = countOf(written.chosen);
  const isBlank = isBlankDocument(written.doc) && written.files.length === 0;
  const faults = faultsOf(written, count, { t, isForwarded: about.forward !== undefined });
  const send = (sendAt: string | null = null): void => {
    setTried(true);
    if (isOnWay || faults.to !== undefined || faults.text !== undefined) return;
    if (sentAs !== undefined) void client.queue.discard([sentAs]);
    const processId = client.env.newId();
    setSentAs(processId);
    draft.discard();
    const later = { sendAt, undoSeconds: sendAt === null ? undoSeconds : 0 };
    enqueue(client, processId, written, { about, begun, later, count });
  };

  const isDirty = !isOnWay && isWritten && (!isBlank || given.chosen !== undefined);
  const discard = (): void => {
    draft.discard();
    if (sentAs !== undefined) void client.queue.discard([sentAs]);
  };
  const goFrom = useUnsaved({ title: t.unsaved, isDirty, discard });
  useUnwritten(!isDirty && !isOnWay, draft.discard);

  const end = useEffectEvent((): void => {
    if (outcome === undefined) return;
    const { aggregateId, leftOut } = outcome;
    client.ask.touch([listKey('message'), listKey()]);
    const names = chosenOf(available, leftOut).map(({ displayName }) => displayName);
    if (leftOut.length > 0)
      notices.show({ text: t.leftOut(names.join(', ') || String(leftOut.length)), tone: 'fault' });
    navigator.go(detailHref({ module: 'message', aggregateId }, 'module'), { replace: true });
    tabs.close([tabKey]);
  });
  useEffect(() => {
    if (outcome !== undefined) end();
  }, [outcome]);

  return {
    available,
    hasPeople: data !== undefined,
    failure: data === undefined ? failure : undefined,
    retry,
    written,
    write,
    count,
    editor,
    faults: isTried ? faults : { to: undefined, text: undefined },
    refusal,
    isOnWay,
    send,
    /** It is thrown away elsewhere, too. */
    forget: draft.discard,
    goFrom,
  };
}
