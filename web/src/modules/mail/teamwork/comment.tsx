import { teamworkCommands } from '@kontor/contract/mail';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { PresenceDot } from '../../../shell/people/presence-dot.tsx';
import { Portrait, useFormats, useMinute, useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Button, IconButton } from '../../../ui/parts.tsx';
import { saidOf } from '../settings/said-of.ts';
import { CommentForm } from './comment-form.tsx';
import type { Comment } from './use-comment-writing.ts';
import { partsOf, type Mentionable } from './mentions.ts';
import { teamTexts } from './texts.ts';

/** What somebody has said about a mail; its author changes it, and deletes it as those do who manage the mailbox. */
export function CommentItem({
  aggregateId,
  comment,
  people,
  manages,
  onChanged,
}: {
  /** The mail. */
  aggregateId: string;
  comment: Comment;
  /** Those whom it names. */
  people: readonly Mentionable[];
  manages: boolean;
  onChanged: () => void;
}) {
  const t = useTexts(teamTexts);
  const formats = useFormats();
  const now = useMinute();
  const [isEdited, setEdited] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const ownId = useValue(useClient().user)?.id;
  const { userId: authorId, name, avatar, content, at, editedAt, changeable } = comment;
  const shown = name === '' ? t.somebody : name;
  return (
    <li className="comment">
      <Portrait name={shown} picture={avatar} userId={authorId === ownId ? undefined : authorId} size="s" />
      <div>
        <p className="comment-head">
          <strong>{shown}</strong>
          <time className="quiet small" title={formats.full(at / 1000)}>
            {formats.short(at / 1000, now)}
          </time>
          {editedAt === null ? null : (
            <span className="quiet small" title={formats.full(editedAt / 1000)}>
              {t.edited}
            </span>
          )}
          <span className="comment-tools">
            {changeable && !isEdited ? (
              <IconButton icon="pencil-simple" label={t.editOf(shown)} onClick={() => setEdited(true)} />
            ) : null}
            {changeable || manages ? (
              <IconButton icon="trash" label={t.deleteOf(shown)} onClick={() => setConfirming(true)} />
            ) : null}
          </span>
        </p>
        {isEdited ? (
          <CommentForm
            aggregateId={aggregateId}
            comment={comment}
            draftId={`comment ${comment.commentId}`}
            onSaved={() => {
              setEdited(false);
              onChanged();
            }}
            onClose={() => setEdited(false)}
          />
        ) : (
          <p className="comment-text">
            {partsOf(content, people).map(({ text, userId }, index) =>
              userId === undefined ? (
                text
              ) : (
                <strong key={`${index} ${text}`}>
                  {text}
                  <PresenceDot userId={userId} />
                </strong>
              ),
            )}
          </p>
        )}
      </div>
      {isConfirming ? (
        <DeleteQuestion comment={comment} onClose={() => setConfirming(false)} onDeleted={onChanged} />
      ) : null}
    </li>
  );
}

function DeleteQuestion({
  comment,
  onClose,
  onDeleted,
}: {
  comment: Comment;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const t = useTexts(teamTexts);
  const client = useClient();
  const [fault, setFault] = useState<string>();
  const remove = async (): Promise<void> => {
    try {
      await client.sendNow(teamworkCommands.deleteComment, { commentId: comment.commentId });
      onClose();
      onDeleted();
    } catch (error) {
      const { kind, code } = asFailure(error);
      setFault(kind === 'offline' ? t.needsConnection : saidOf({ ...t.problems, other: t.failed }, code));
    }
  };
  return (
    <Dialog title={t.deleteTitle} closeLabel={t.close} onClose={onClose}>
      <p>{t.deleteText}</p>
      <FaultNote text={fault} />
      <footer>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="danger" onClick={() => void remove()}>
          {fault === undefined ? t.delete : t.retry}
        </Button>
      </footer>
    </Dialog>
  );
}
