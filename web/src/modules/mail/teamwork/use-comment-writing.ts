import type { ResultOf } from '@kontor/contract/kernel';
import { teamworkCommands, type teamworkQueries } from '@kontor/contract/mail';
import { useRef, useState } from 'react';
import { asFailure, type Failure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useDraft } from '../../../client/use-draft.ts';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { saidOfNames } from '../../activity/attendance/index.ts';
import { saidOf } from '../settings/said-of.ts';
import { mentionsIn, type Mentionable } from './mentions.ts';
import { teamTexts } from './texts.ts';

export type Comment = ResultOf<typeof teamworkQueries.comments>[number];

/** What texts of comments are kept as on the device. */
export const COMMENT_DRAFT = 'mailComment';

/** What stands in the way of saving. */
export type Trouble =
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'unseen'; readonly names: readonly string[] }
  | { readonly kind: 'conflict'; readonly theirs: string };

interface Options {
  /** The mail that it is on. */
  readonly aggregateId: string;
  /** The one that is changed; undefined for a new one. */
  readonly comment: Comment | undefined;
  readonly draftId: string;
  /** Who can be named. */
  readonly people: readonly Mentionable[];
  readonly onSaved: () => void;
}

/** The text of a comment while it is written: kept on the device until it is saved, with what stands in the way of that. */
export function useCommentWriting({ aggregateId, comment, draftId, people, onSaved }: Options) {
  const t = useTexts(teamTexts);
  const language = useLanguage();
  const client = useClient();
  const [text, setText] = useState(comment?.content ?? '');
  const [version, setVersion] = useState(comment?.version ?? 0);
  const [trouble, setTrouble] = useState<Trouble>();
  const [isBusy, setBusy] = useState(false);
  const draft = useDraft<string>(COMMENT_DRAFT, draftId, setText);
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
  return {
    text,
    trouble,
    isBusy,
    /** Whether what is shown was kept from before. */
    isKept: draft.foundAt !== undefined,
    write(next: string): void {
      setText(next);
      setTrouble(undefined);
      if (next === (comment?.content ?? '')) draft.discard();
      else draft.save(next);
    },
    /** `isShown`: the mail is shown to those who are named and do not see it. */
    async save(isShown = false): Promise<void> {
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
    },
    /** Forgets what was written. */
    reset(): void {
      draft.discard();
      setText(comment?.content ?? '');
    },
  };
}
