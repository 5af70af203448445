import './proposing.css';
import { MAX_PROPOSAL_COMMENT, type Proposal } from '@kontor/contract/appointment';
import { useState } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { Button, Icon } from '../../../ui/parts.tsx';
import { proposingTexts } from './texts.ts';
import type { Deciding } from './use-deciding.ts';

/** Takes a proposal by one press, or leaves the appointment where it is, with a word to that or without. */
export function Decide({
  proposal,
  deciding: { isBusy, accept, decline, nameOf },
}: {
  proposal: Proposal;
  deciding: Deciding;
}) {
  const t = useTexts(proposingTexts);
  const [comment, setComment] = useState<string>();
  const name = nameOf(proposal);
  return (
    <div className="proposing-acts">
      <Button aria-label={t.acceptOf(name)} disabled={isBusy} onClick={() => void accept(proposal)}>
        <Icon name="check" small />
        {t.accept}
      </Button>
      <Button aria-label={t.declineOf(name)} disabled={isBusy} onClick={() => void decline(proposal, comment?.trim())}>
        <Icon name="x-circle" small />
        {t.decline}
      </Button>
      {comment === undefined ? (
        <Button kind="plain" onClick={() => setComment('')}>
          {t.withComment}
        </Button>
      ) : (
        <input
          className="input"
          aria-label={t.comment}
          placeholder={t.comment}
          maxLength={MAX_PROPOSAL_COMMENT}
          autoComplete="off"
          autoFocus
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
          // Enter sends no form around it.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
    </div>
  );
}
