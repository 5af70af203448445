import { messageCommands, type MessageDetail } from '@kontor/contract/message';
import { useCallback, useEffect, useRef } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import { useDraft } from '../../../client/use-draft.ts';
import { docOfHtml, htmlOfDoc } from '../../../editor/index.ts';
import { filesToSend, fromDraft, uploadsOf } from '../files/written.ts';
import { isOutdated, type KeptDraft, type WrittenText } from './rules.ts';

/** How long nothing is written before the server is given what was, in milliseconds. */
const REST_MS = 2000;

/** A text and its files as one word, by which two of them are told apart. */
const signOf = (html: string, files: WrittenText['files']): string =>
  files.length === 0 ? html : `${html} ${JSON.stringify(files.map(({ name, size }) => [name, size]))}`;
const signOfText = ({ doc, files }: WrittenText): string => signOf(htmlOfDoc(doc), files);
const signOfDetails = ({ draft }: Pick<MessageDetail, 'draft'>): string =>
  draft === null ? '' : signOf(draft.messageContent, fromDraft(draft.files));

/**
 * What is written in a thread: kept on the device with each letter, and by the server once nothing is typed, so that another device goes on
 * with it. `onFound` is given what is to stand in the editor instead of what stands there.
 */
export function useThreadDraft(
  details: MessageDetail,
  draftId: string,
  onFound: (found: WrittenText) => void,
): { readonly write: (text: WrittenText) => void; readonly end: () => void } {
  const client = useClient();
  const ownId = useValue(client.user)?.id;
  const latest = useRef({ details, onFound });
  useEffect(() => {
    latest.current = { details, onFound };
  });
  /** As it stands here, and as the server had it last. */
  const here = useRef('');
  const there = useRef('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const saving = useRef<Promise<unknown>>(undefined);
  const put = useCallback((found: WrittenText): void => {
    here.current = signOfText(found);
    latest.current.onFound(found);
  }, []);
  const device = useDraft<KeptDraft>('message', draftId, (found) => {
    const { doc, files, isSaved } = found;
    if (isOutdated(found, latest.current.details, ownId)) return;
    if (isSaved) there.current = signOfText(found);
    put({ doc, files });
  });
  const { aggregateId, communicationPartnerUserId, lastNo } = details;
  const [keepHere, forgetHere] = [device.save, device.discard];

  // What another device has written, unless something else was written here.
  const theirs = signOfDetails(details);
  useEffect(() => {
    let isOver = false;
    if (theirs === there.current) return undefined;
    const isOwn = here.current !== there.current;
    const before = here.current;
    there.current = theirs;
    if (isOwn) return undefined;
    const { draft } = latest.current.details;
    void docOfHtml(draft?.messageContent ?? '').then((doc) => {
      const found = { doc, files: fromDraft(draft?.files ?? []) };
      if (isOver || here.current !== before || here.current === signOfText(found)) return;
      put(found);
      there.current = here.current;
    });
    return () => {
      isOver = true;
    };
  }, [theirs, put]);

  const keep = useCallback(
    (text: WrittenText | undefined): void => {
      clearTimeout(timer.current);
      timer.current = undefined;
      const sign = text === undefined ? '' : signOfText(text);
      if (sign === there.current) return;
      const thread = { aggregateId, communicationPartnerUserId };
      const work = async (): Promise<void> => {
        await saving.current;
        if (text === undefined) await client.sendNow(messageCommands.discardDraft, thread);
        else {
          const uploads = await client.uploads();
          const isThere = (id: string): boolean => uploads.all.get().get(id)?.state === 'complete';
          // Files that are on their way are given with the next letter, or with the text itself.
          const files = text.files.filter((file) => uploadsOf([file]).every(isThere));
          const messageContent = htmlOfDoc(text.doc);
          await client.sendNow(messageCommands.saveDraft, { ...thread, messageContent, files: filesToSend(files) });
        }
        there.current = sign;
        if (text !== undefined && here.current === sign) keepHere({ ...text, isSaved: true, lastNo });
      };
      // The device has it as well: what could not be given to the server is given with the next letter.
      const running = work()
        .catch(() => undefined)
        .finally(() => {
          if (saving.current === running) saving.current = undefined;
        });
      saving.current = running;
    },
    [client, aggregateId, communicationPartnerUserId, lastNo, keepHere],
  );
  const pending = useRef<WrittenText>(undefined);
  const flush = useRef(keep);
  useEffect(() => {
    flush.current = keep;
  });
  // Whoever leaves in the middle of a sentence finds it elsewhere as well.
  useEffect(
    () => () => {
      if (timer.current !== undefined) flush.current(pending.current);
    },
    [],
  );
  return {
    write(text) {
      here.current = signOfText(text);
      pending.current = here.current === '' ? undefined : text;
      if (pending.current === undefined) forgetHere();
      else keepHere({ ...text, isSaved: false, lastNo });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => keep(pending.current), REST_MS);
    },
    end() {
      clearTimeout(timer.current);
      timer.current = undefined;
      here.current = '';
      pending.current = undefined;
      forgetHere();
      // Sending takes it from the server; one that is on its way there now would come after that.
      if (saving.current === undefined) there.current = '';
      else void saving.current.then(() => keep(undefined));
    },
  };
}
