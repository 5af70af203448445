import type { ResultOf } from '@kontor/contract/kernel';
import { MAX_COMMENT, teamworkCommands, type teamworkQueries } from '@kontor/contract/mail';
import { useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { asFailure, type Failure } from '../../../client/failure.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { useDraft } from '../../../client/use-draft.ts';
import { nameOfKey, useLanguage, useTexts } from '../../../shell/index.ts';
import { Button, Callout } from '../../../ui/parts.tsx';
import { useSeesRecords } from '../../activity/index.tsx';
import { saidOf } from '../settings/said-of.ts';
import { mentionsIn } from './mentions.ts';
import { useMentionable } from './people.ts';
import { saidOfNames } from '../../activity/attendance/index.ts';
import { teamTexts } from './texts.ts';
import { useOffers } from './use-offers.tsx';

export type Comment = ResultOf<typeof teamworkQueries.comments>[number];

/** What texts of comments are kept as on the device. */
export const COMMENT_DRAFT = 'mailComment';

interface Props {
  /** The mail that it is on. */
  readonly aggregateId: string;
  /** The one that is changed; left out for a new one. */
  readonly comment?: Comment;
  readonly draftId: string;
  /** Whether it takes the focus when it appears. */
  readonly isFocused?: boolean;
  readonly field?: RefObject<HTMLTextAreaElement | null>;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** What stands in the way of saving. */
type Trouble =
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'unseen'; readonly names: readonly string[] }
  | { readonly kind: 'conflict'; readonly theirs: string };

/** Where a comment is written or changed: kept on the device until it is saved, `@` names people, `#` a record with which the mail is linked too, Ctrl+Enter saves. */
export function CommentForm({ aggregateId, comment, draftId, field, isFocused = true, onSaved, onClose }: Props) {
  const t = useTexts(teamTexts);
  const language = useLanguage();
  const client = useClient();
  const [text, setText] = useState(comment?.content ?? '');
  const [version, setVersion] = useState(comment?.version ?? 0);
  const [trouble, setTrouble] = useState<Trouble>();
  const [isBusy, setBusy] = useState(false);
  const own = useRef<HTMLTextAreaElement>(null);
  const area = field ?? own;
  const draft = useDraft<string>(COMMENT_DRAFT, draftId, setText);
  const ownId = useValue(client.user)?.id;
  const people = useMentionable(true);
  const others = useMemo(() => people.filter(({ userId }) => userId !== ownId), [people, ownId]);
  const write = (next: string): void => {
    setText(next);
    setTrouble(undefined);
    if (next === (comment?.content ?? '')) draft.discard();
    else draft.save(next);
  };
  const seesRecords = useSeesRecords();
  const offers = useOffers(area, text, { people: others, aggregateId, write });
  /** The process of what is sent: once more it is the same, as its answer may only have been lost. */
  const sent = useRef<{ readonly of: string; readonly processId: string }>(undefined);

  const troubleOf = (failure: Failure, isShown: boolean): Trouble => {
    if (failure.kind === 'offline') return { kind: 'said', text: `${t.needsConnection} ${t.kept}` };
    if (failure.code === 'COMMENT_UNSEEN') {
      const { userIds = [] } = (failure.problem?.data ?? {}) as { readonly userIds?: readonly number[] };
      const names = userIds.map((id) => people.find(({ userId }) => userId === id)?.name ?? t.somebody);
      return isShown ? { kind: 'said', text: saidOfNames(language, t.unable, names) } : { kind: 'unseen', names };
    }
    if (failure.code === 'VERSION_CONFLICT') {
      const theirs = failure.problem?.data as Comment | undefined;
      setVersion(theirs?.version ?? version);
      return { kind: 'conflict', theirs: theirs?.content ?? '' };
    }
    return { kind: 'said', text: saidOf({ ...t.problems, other: `${t.failed} ${t.kept}` }, failure.code) };
  };
  const send = async (isShown: boolean): Promise<void> => {
    const content = text.trim();
    const of = JSON.stringify([content, isShown, version]);
    if (sent.current?.of !== of) sent.current = { of, processId: client.env.newId() };
    const { processId } = sent.current;
    const once = { once: true } as const;
    if (comment !== undefined) {
      const params = { commentId: comment.commentId, content, aggregateVersion: version };
      await client.transport.command(teamworkCommands.editComment, params, processId, once);
    } else {
      const params = { aggregateId, content, mentions: mentionsIn(content, people), isShown };
      await client.transport.command(teamworkCommands.addComment, params, processId, once);
    }
  };
  const save = async (isShown = false): Promise<void> => {
    if (isBusy || text.trim() === '') return;
    setBusy(true);
    setTrouble(undefined);
    try {
      await send(isShown);
      draft.discard();
      setText('');
      onSaved();
    } catch (error) {
      setTrouble(troubleOf(asFailure(error), isShown));
    } finally {
      setBusy(false);
    }
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (offers.press(event)) event.preventDefault();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void save();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    } else return;
    event.stopPropagation();
  };
  const cancel = (): void => {
    draft.discard();
    setText(comment?.content ?? '');
    onClose();
  };
  return (
    <form
      className="comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="comment-field">
        <textarea
          ref={area}
          className="input"
          aria-label={t.write}
          placeholder={seesRecords ? t.placeholderOfRecords : t.placeholder}
          value={text}
          maxLength={MAX_COMMENT}
          rows={3}
          autoFocus={isFocused}
          onChange={(event) => {
            write(event.currentTarget.value);
            offers.look(event.currentTarget.selectionStart);
          }}
          onClick={(event) => offers.look(event.currentTarget.selectionStart)}
          onBlur={offers.close}
          onKeyDown={press}
          {...offers.described}
        />
        {offers.list}
      </div>
      {trouble === undefined ? null : <TroubleNote trouble={trouble} onShow={() => void save(true)} />}
      <footer>
        <span className="quiet small">
          {trouble === undefined && draft.foundAt !== undefined ? t.kept : t.internalHint}
        </span>
        <Button kind="plain" onClick={cancel}>
          {t.cancel}
        </Button>
        <Button
          kind="primary"
          type="submit"
          title={`${t.save} (${nameOfKey('Ctrl+Enter', language)})`}
          disabled={isBusy || text.trim() === ''}
        >
          {isBusy ? t.saving : t.save}
        </Button>
      </footer>
    </form>
  );
}

/** Why a comment was not saved, and what to do: a button of the form sends it once more. */
function TroubleNote({ trouble, onShow }: { trouble: Trouble; onShow: () => void }) {
  const t = useTexts(teamTexts);
  const language = useLanguage();
  const again = <Button type="submit">{trouble.kind === 'conflict' ? t.save : t.retry}</Button>;
  return (
    <Callout
      tone="fault"
      icon="warning"
      action={trouble.kind === 'unseen' ? <Button onClick={onShow}>{t.show}</Button> : again}
    >
      {trouble.kind === 'said'
        ? trouble.text
        : trouble.kind === 'unseen'
          ? saidOfNames(language, t.unseen, trouble.names)
          : t.conflict(trouble.theirs)}
    </Callout>
  );
}
