import { MAX_COMMENT } from '@kontor/contract/mail';
import { useMemo, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import { nameOfKey, useLanguage, useTexts } from '../../../shell/index.ts';
import { Button, Callout } from '../../../ui/parts.tsx';
import { useSeesRecords } from '../../activity/index.tsx';
import { useMentionable } from './people.ts';
import { saidOfNames } from '../../activity/attendance/index.ts';
import { teamTexts } from './texts.ts';
import { useCommentWriting, type Comment, type Trouble } from './use-comment-writing.ts';
import { useOffers } from './use-offers.tsx';

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

/** Where a comment is written or changed: kept on the device until it is saved, `@` names people, `#` a record with which the mail is linked too, Ctrl+Enter saves. */
export function CommentForm({ aggregateId, comment, draftId, field, isFocused = true, onSaved, onClose }: Props) {
  const t = useTexts(teamTexts);
  const language = useLanguage();
  const own = useRef<HTMLTextAreaElement>(null);
  const area = field ?? own;
  const ownId = useValue(useClient().user)?.id;
  const people = useMentionable(true);
  const others = useMemo(() => people.filter(({ userId }) => userId !== ownId), [people, ownId]);
  const writing = useCommentWriting({ aggregateId, comment, draftId, people, onSaved });
  const { text, trouble, isBusy, write, save } = writing;
  const seesRecords = useSeesRecords();
  const offers = useOffers(area, text, { people: others, aggregateId, write });
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
    writing.reset();
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
            offers.moveCaret(event.currentTarget.selectionStart);
          }}
          onClick={(event) => offers.moveCaret(event.currentTarget.selectionStart)}
          onBlur={offers.close}
          onKeyDown={press}
          {...offers.described}
        />
        {offers.list}
      </div>
      {trouble === undefined ? null : <TroubleNote trouble={trouble} onShow={() => void save(true)} />}
      <footer>
        <span className="quiet small">{trouble === undefined && writing.isKept ? t.kept : t.internalHint}</span>
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
