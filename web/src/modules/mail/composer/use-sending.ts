import { useClient } from '../../../client/react.tsx';
import { useSettings, useShell } from '../../../shell/index.ts';
import { useAfterSending, type Along } from './after-sending.ts';
import type { OpenDialog } from './dialogs.tsx';
import type { Frame } from './frame.ts';
import { oddOf, type Odd } from './odd.ts';
import { isAddress } from './receivers/parse.ts';
import { FIELDS, odditiesOf, type Surroundings } from './receivers/rules.ts';
import { discardWriting, sendMail } from './sending.ts';
import type { ComposerTexts } from './texts.ts';
import type { Saving } from './use-saving.ts';
import type { Written } from './use-writing.ts';

interface Options {
  readonly written: Written;
  readonly saving: Saving;
  /** What receivers are odd beside. */
  readonly around: Surroundings;
  readonly frame: Frame;
  readonly texts: ComposerTexts;
  /** It is sent, or thrown away. `isDealtWith`: what it answers is done, or put off, with it. */
  readonly finish: (isDealtWith?: boolean) => void;
  readonly onFault: (text: string) => void;
  readonly onDialog: (dialog: OpenDialog) => void;
}

interface SendParams {
  /** ISO instant; null for now. */
  readonly sendAt?: string | null;
  readonly whenText?: string;
  /** What becomes of the answered mail with it. */
  readonly along?: Along | undefined;
}

/** How what is written is sent, saved and thrown away. A mail that is odd is sent once the person has said so. */
export function useSending({ written, saving, around, frame, texts: t, finish, onFault, onDialog }: Options) {
  const client = useClient();
  const { notices } = useShell();
  const settings = useSettings();
  const { current, writing } = written;
  const isTemplate = writing.kind === 'template';
  const sentAlong = useAfterSending(writing.answer);

  const sendNow = (sendAt: string | null, whenText: string, along: Along | undefined): void => {
    const sent = { ...current.current, ...saving.held() };
    finish(along !== undefined);
    void sendMail({
      client,
      notices,
      texts: t,
      writing: sent,
      undoSeconds: sendAt === null ? Number(settings.mailUndoSeconds) : 0,
      sendAt,
      whenText,
      along: along === undefined || sentAlong === undefined ? undefined : () => sentAlong(along),
      reopen: frame.reopen,
    });
  };
  return {
    send({ sendAt = null, whenText = '', along }: SendParams = {}): void {
      const now = current.current;
      const all = FIELDS.flatMap((field) =>
        now[field].map((receiver, index) => ({ field, index, address: receiver.receiver })),
      );
      const wrong = all.find(({ address }) => !isAddress(address));
      if (all.length === 0) return onFault(t.noReceiver);
      if (wrong !== undefined) return onFault(t.invalidReceiver(wrong.address));
      const odd: readonly Odd[] = oddOf(now, {
        asksForFile: settings.mailAsksForAttachment,
        asksBeforeAll: settings.mailAsksBeforeAll,
        receivers: all.flatMap(({ field, index, address }) => {
          const found = odditiesOf(now, around)(field, index);
          return found === undefined ? [] : [{ address, oddity: found }];
        }),
      });
      if (odd.length > 0) return onDialog({ kind: 'odd', odd, send: () => sendNow(sendAt, whenText, along) });
      sendNow(sendAt, whenText, along);
    },
    /** Saves it as the person asks for it: a draft stays, a template has its name. */
    async saveHere(): Promise<void> {
      if (isTemplate && current.current.draftName.trim() === '') return onDialog({ kind: 'template' });
      if (await saving.save(false)) notices.show({ text: isTemplate ? t.templateSaved : t.draftSaved });
    },
    discard(): void {
      const thrown = current.current;
      finish();
      void saving.ended().then((held) => discardWriting(client, notices, t, { ...thrown, ...held }, frame.reopen));
    },
  };
}
