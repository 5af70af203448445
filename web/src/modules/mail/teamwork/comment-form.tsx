import type { ResultOf } from '@kontor/contract/kernel';
import { MOST_COMMENT, teamworkCommands, type teamworkQueries } from '@kontor/contract/mail';
import { useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { asFailure, type Failure } from '../../../client/failure.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { useDraft } from '../../../client/use-draft.ts';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { Button, Callout } from '../../../ui/parts.tsx';
import { saidOf } from '../settings/said-of.ts';
import { mentionsIn, offersFor, typedName, withName } from './mentions.ts';
import { useMentionable } from './people.ts';
import { saidOfNames } from '../../activity/attendance/index.ts';
import { teamTexts } from './texts.ts';

export type Comment = ResultOf<typeof teamworkQueries.comments>[number];

/** What texts of comments are kept as on the device. */
export const COMMENT_DRAFT = 'mailComment';

interface Given {
  /** The mail that a new comment is on, or the comment that is changed. */
  readonly about: { readonly aggregateId: string } | { readonly comment: Comment };
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

/** Where a comment is written or changed: kept on the device until it is saved, `@` names people, Ctrl+Enter saves. */
export function CommentForm({ about, draftId, field, isFocused = true, onSaved, onClose }: Given) {
  const t = useTexts(teamTexts);
  const language = useLanguage();
  const client = useClient();
  const comment = 'comment' in about ? about.comment : undefined;
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
  const offers = useOffers(area, text, others);
  /** The process of what is sent: once more it is the same, as its answer may only have been lost. */
  const sent = useRef<{ readonly of: string; readonly processId: string }>(undefined);

  const write = (next: string): void => {
    setText(next);
    setTrouble(undefined);
    if (next === (comment?.content ?? '')) draft.discard();
    else draft.save(next);
  };
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
    if ('comment' in about) {
      const params = { commentId: about.comment.commentId, content, aggregateVersion: version };
      await client.transport.command(teamworkCommands.editComment, params, processId, once);
    } else {
      const params = { aggregateId: about.aggregateId, content, mentions: mentionsIn(content, people), isShown };
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
    if (offers.press(event, write)) event.preventDefault();
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
          placeholder={t.placeholder}
          value={text}
          maxLength={MOST_COMMENT}
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
        {offers.list(write)}
      </div>
      {trouble === undefined ? null : <TroubleNote trouble={trouble} onShow={() => void save(true)} />}
      <footer>
        <span className="quiet small">
          {trouble === undefined && draft.foundAt !== undefined ? t.kept : t.internalHint}
        </span>
        <Button kind="plain" onClick={cancel}>
          {t.cancel}
        </Button>
        <Button kind="primary" type="submit" title={`${t.save} (Ctrl+Enter)`} disabled={isBusy || text.trim() === ''}>
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

/** Names that are offered for what is typed after an `@`: arrow keys choose, Enter or Tab takes, Escape leaves. */
function useOffers(
  area: RefObject<HTMLTextAreaElement | null>,
  text: string,
  people: ReturnType<typeof useMentionable>,
) {
  const t = useTexts(teamTexts);
  const id = useId();
  const [caret, setCaret] = useState<number>();
  const [chosen, setChosen] = useState(0);
  /** Where the caret is to be once the text is drawn. */
  const next = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (next.current === undefined) return;
    area.current?.setSelectionRange(next.current, next.current);
    next.current = undefined;
  });
  const typed = caret === undefined ? undefined : typedName(text, caret);
  const offered = typed === undefined ? [] : offersFor(typed.query, people);
  const at = Math.min(chosen, Math.max(0, offered.length - 1));
  const close = (): void => setCaret(undefined);
  const take = (index: number, write: (text: string) => void): void => {
    const person = offered[index];
    if (typed === undefined || person === undefined || caret === undefined) return;
    const put = withName(text, typed.from, caret, person.name);
    write(put.text);
    next.current = put.caret;
    close();
  };
  return {
    close,
    look: (position: number): void => {
      setCaret(position);
      setChosen(0);
    },
    /** True where the key was for the offers. */
    press: (event: KeyboardEvent, write: (text: string) => void): boolean => {
      if (offered.length === 0 || event.ctrlKey || event.metaKey) return false;
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (by !== 0) setChosen((at + by + offered.length) % offered.length);
      else if (event.key === 'Enter' || event.key === 'Tab') take(at, write);
      else if (event.key === 'Escape') close();
      else return false;
      return true;
    },
    described: {
      'aria-autocomplete': 'list',
      'aria-controls': offered.length > 0 ? id : undefined,
      'aria-activedescendant': offered.length > 0 ? `${id}-${at}` : undefined,
    } as const,
    list: (write: (text: string) => void) => (
      <>
        {offered.length === 0 ? null : (
          <div className="comment-offers" role="listbox" id={id} aria-label={t.people}>
            {offered.map(({ userId, name }, index) => (
              <div
                key={userId}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === at}
                onMouseDown={(event) => {
                  event.preventDefault();
                  take(index, write);
                }}
              >
                {name}
              </div>
            ))}
          </div>
        )}
        <span className="hidden-text" role="status">
          {offered.length > 0 ? t.offered(offered.length) : ''}
        </span>
      </>
    ),
  };
}
