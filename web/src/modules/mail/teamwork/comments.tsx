import './teamwork.css';
import { teamworkQueries } from '@kontor/contract/mail';
import { useEffect, useRef, useState } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { useKeyName, useKeys, useTexts } from '../../../shell/index.ts';
import { SkeletonBlock, Button, Callout, Icon } from '../../../ui/parts.tsx';
import { keyOf } from '../reader/key-of.ts';
import { CommentForm } from './comment-form.tsx';
import { COMMENT_DRAFT } from './use-comment-writing.ts';
import { CommentItem } from './comment.tsx';
import { useMentionable } from './people.ts';
import { teamTexts } from './texts.ts';

/** A mail that may have comments. */
export interface Commented {
  readonly aggregateId: string;
  /** How many there are. */
  readonly comments: number;
  readonly sender: string;
}

/**
 * What colleagues say about a mail, or about those of a thread, among themselves: on a ground of its own and with a lock, so that
 * nobody takes it for an answer. A new one is on the mail `about`.
 */
export function Comments({ mails, about, manages }: { mails: readonly Commented[]; about: string; manages: boolean }) {
  const t = useTexts(teamTexts);
  const client = useClient();
  const nameOfKey = useKeyName();
  const field = useRef<HTMLTextAreaElement>(null);
  const [opened, setOpened] = useState<{ readonly about: string; readonly isByHand: boolean }>();
  const isOpen = opened?.about === about;
  const close = (): void => setOpened(undefined);
  const open = (): void => {
    setOpened({ about, isByHand: true });
    field.current?.focus();
  };
  useKeys({ m: open });
  // What was left unsaved is there again, without taking the focus from what is read.
  useEffect(() => {
    let isOver = false;
    const restore = async (): Promise<void> => {
      const kept = await (await client.drafts()).open<string>({ kind: COMMENT_DRAFT, id: keyOf(about) });
      if (!isOver && kept.value !== undefined)
        setOpened((now) => (now?.about === about ? now : { about, isByHand: false }));
    };
    restore().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [client, about]);
  const title = t.comments(mails.reduce((sum, mail) => sum + mail.comments, 0));
  const key = nameOfKey('m');
  const target = mails.find((mail) => mail.aggregateId === about);
  return (
    <section className="comments" aria-label={title}>
      <header>
        <Icon name="lock-simple" small />
        <h2>{title}</h2>
        <span className="comments-internal">{t.internal}</span>
        <span className="grow" />
        {isOpen ? null : (
          <Button
            kind="plain"
            icon="chat-text"
            aria-keyshortcuts={key === '' ? undefined : key}
            title={key === '' ? t.comment : `${t.comment} (${key})`}
            onClick={open}
          >
            {t.comment}
          </Button>
        )}
      </header>
      {mails.map((mail) =>
        mail.comments === 0 ? null : (
          <CommentsOf key={mail.aggregateId} mail={mail} isNamed={mails.length > 1} manages={manages} />
        ),
      )}
      {isOpen ? (
        <>
          {mails.length > 1 && target !== undefined ? <p className="quiet small">{t.about(target.sender)}</p> : null}
          <CommentForm
            key={about}
            aggregateId={about}
            draftId={keyOf(about)}
            field={field}
            isFocused={opened.isByHand}
            onSaved={close}
            onClose={close}
          />
        </>
      ) : null}
    </section>
  );
}

/** The comments on one mail. */
function CommentsOf({
  mail: { aggregateId, sender },
  isNamed,
  manages,
}: {
  mail: Commented;
  isNamed: boolean;
  manages: boolean;
}) {
  const t = useTexts(teamTexts);
  const { data, failure, retry } = useAsk(teamworkQueries.comments, { aggregateId });
  const people = useMentionable(data?.some(({ mentions }) => mentions.length > 0) === true);
  if (data === undefined)
    return failure === undefined ? (
      <div className="delayed" aria-hidden="true">
        <SkeletonBlock width="60%" height={32} />
      </div>
    ) : (
      <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
        {failure.kind === 'offline' ? t.needsConnection : t.commentsFailed}
      </Callout>
    );
  return (
    <>
      {isNamed ? <p className="quiet small">{t.about(sender)}</p> : null}
      <ul>
        {data.map((comment) => (
          <CommentItem
            key={comment.commentId}
            aggregateId={aggregateId}
            comment={comment}
            people={people.filter(({ userId }) => comment.mentions.includes(userId))}
            manages={manages}
            onChanged={retry}
          />
        ))}
      </ul>
    </>
  );
}
