import './composer.css';
import '../../../editor/editor.css';
import './editor/mail-text.css';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Draft } from '../../../client/drafts.ts';
import { asFailure, type Failure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { Failed, href, useFormats, useSettings, useTexts, type ScreenProps } from '../../../shell/index.ts';
import { queryOf } from '../../../shell/routes.ts';
import { SkeletonBlock } from '../../../ui/parts.tsx';
import { Composer } from './composer.tsx';
import { useTabFrame, type Frame } from './frame.ts';
import { draftName } from './sending.ts';
import { start, type StartOptions, type Started } from './start.ts';
import type { Writing } from './state.ts';
import { texts } from './texts.ts';
import { isWrittenHere } from './use-writing.ts';

/** A mail that is written. Its address names it, so that it is found again by it. */
export function MailSendScreen({ params, address, onMove }: ScreenProps) {
  const client = useClient();
  const query = new URLSearchParams(queryOf(address));
  const key = query.get('draft');
  const frame = useTabFrame(useCallback((draftKey) => onMove(`${href('mailSend', {})}?draft=${draftKey}`), [onMove]));
  useEffect(() => {
    if (key === null) onMove(`${address}${address.includes('?') ? '&' : '?'}draft=${client.env.newId()}`);
  }, [key, address, onMove, client]);
  if (key === null) return <Skeleton />;
  const sender = Number(query.get('sender') ?? 0);
  const attach = query.get('attach');
  return (
    <Begun
      key={key}
      draftKey={key}
      params={params}
      mailto={query.get('mailto') ?? undefined}
      senderId={sender > 0 ? sender : undefined}
      attach={
        attach === null
          ? undefined
          : { aggregateId: attach, name: query.get('file') ?? '', bytes: bytesOf(query.get('bytes')) }
      }
      frame={frame}
    />
  );
}

/** A size as an address has it; 0 where it says none. */
function bytesOf(given: string | null): number {
  const bytes = Number(given ?? 0);
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : 0;
}

interface Begin extends Started {
  /** Keeps what is written on this device. */
  readonly kept: Draft<Writing>;
  /** When what is gone on with was kept on this device, in milliseconds since 1970. */
  readonly foundAt?: number;
}

/** Begins with what this device has of it, else with what the server says. */
export function Begun({
  draftKey,
  params,
  frame,
  turn,
  mayBegin = true,
  ...startOptions
}: {
  draftKey: string;
  params: ScreenProps['params'];
  frame: Frame;
  turn?: number;
  /** False where only what this device has is gone on with: it may have been sent elsewhere. */
  mayBegin?: boolean;
  mailto?: string | undefined;
  senderId?: number | undefined;
  attach?: StartOptions['attach'];
}) {
  const client = useClient();
  const t = useTexts(texts);
  const formats = useFormats();
  const { mailFormat, mailQuote } = useSettings();
  const [begun, setBegun] = useState<Begin>();
  const [failure, setFailure] = useState<Failure>();
  const [tries, setTries] = useState(0);
  const [isNew] = useState(mayBegin);
  const given = useMemo(
    () => ({
      ...startOptions,
      params,
      draftKey,
      texts: t,
      format: formats.full,
      isPlain: mailFormat === 'plain',
      quote: mailQuote,
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- what the mail began with stays, whatever is chosen in the settings meanwhile
    [draftKey],
  );
  const leave = useEffectEvent(() => frame.leave(false));
  useEffect(() => {
    let isOver = false;
    setFailure(undefined);
    const begin = async (): Promise<Begin | undefined> => {
      const drafts = await client.drafts();
      const found = await drafts.open<Writing>(draftName(draftKey));
      if (found.value === undefined && !isNew) return undefined;
      const begun =
        found.value !== undefined && found.savedAt !== undefined
          ? { writing: found.value, warns: [], ...(isWrittenHere(client, draftKey) ? {} : { foundAt: found.savedAt }) }
          : await start(client, given);
      // A draft of the server's has a name of its own, whatever the address calls it.
      const name = begun.writing.draftKey;
      return { ...begun, kept: name === draftKey ? found : await drafts.open<Writing>(draftName(name)) };
    };
    begin().then(
      (found) => {
        if (isOver) return;
        if (found === undefined) leave();
        else setBegun(found);
      },
      (error: unknown) => (isOver ? undefined : setFailure(asFailure(error))),
    );
    return () => {
      isOver = true;
    };
  }, [client, draftKey, given, tries, isNew]);
  if (failure !== undefined) return <Failed failure={failure} title={t.failed} onRetry={() => setTries(tries + 1)} />;
  return begun === undefined ? (
    <Skeleton />
  ) : (
    <Composer
      begun={begun.writing}
      kept={begun.kept}
      warns={begun.warns}
      foundAt={begun.foundAt}
      frame={frame}
      turn={turn}
    />
  );
}

const Skeleton = () => (
  <div className="delayed write-skeleton" aria-hidden="true">
    <SkeletonBlock width="40%" height={22} />
    <SkeletonBlock width="100%" />
    <SkeletonBlock width="100%" />
    <SkeletonBlock width="100%" height={240} />
  </div>
);
