import './teamwork.css';
import type { MailDetail } from '@kontor/contract/mail';
import { useRow } from '../../../client/react.tsx';
import { useFormats, useKeyName, useKeys, useLanguage, useMinute, useTexts } from '../../../shell/index.ts';
import { PresenceDot } from '../../../shell/people/presence-dot.tsx';
import { Button, Icon } from '../../../ui/parts.tsx';
import { atItem, useAttendance } from '../../activity/attendance/index.ts';
import { keyOf } from '../reader/key-of.ts';
import { teamTexts } from './texts.ts';
import { useClaim } from './use-claim.tsx';

/** Whether somebody else sees a mail, who could be at it. */
export function useIsShared(mail: MailDetail | undefined): boolean {
  const row = useRow(mail === undefined ? '' : keyOf(mail.aggregateId));
  return mail !== undefined && (mail.mailbox.isShared || (row?.userList.length ?? 0) > 1);
}

/** Who takes care of a mail and who is at it just now, live, in one line; with the button that takes it on or gives it back. */
export function TeamLine({ mail }: { mail: MailDetail }) {
  const t = useTexts(teamTexts);
  const language = useLanguage();
  const formats = useFormats();
  const now = useMinute();
  const people = useAttendance({
    aggregateId: mail.aggregateId,
    doing: 'reading',
    isWanted: useIsShared(mail),
  });
  const { isBusy, claim, release, question } = useClaim(mail);
  const { claim: known, mailbox, sendState } = mail;
  const isMine = known?.isMine === true;
  const mayClaim = !isMine && sendState.shouldShowTheClaimButton;
  const act = isMine ? 'release' : !mayClaim ? undefined : known === null ? 'claim' : 'claimAnyway';
  const press = act === undefined || isBusy ? undefined : isMine ? release : claim;
  useKeys(press === undefined ? {} : { t: press });
  const presence = atItem(language, people).join(' ');
  const since = known === null ? '' : formats.short(known.at, now);
  const claimed = known === null ? '' : isMine ? t.mine(since) : t.claimed(known.name, since);
  if (presence === '' && claimed === '' && act === undefined) return null;
  return (
    <section className="team-line" aria-label={t.caretakers}>
      <p role="status">
        {presence === '' ? null : (
          <span className="team-presence">
            <Icon name="users" small />
            {presence}
          </span>
        )}
        {claimed === '' ? null : <Claimed said={claimed} claim={known} />}
      </p>
      {act === undefined ? null : <ActButton label={t[act]} onPress={press} />}
      {known !== null && !isMine && mailbox.manages ? (
        <Button kind="plain" disabled={isBusy} onClick={release}>
          {t.releaseOf(known.name)}
        </Button>
      ) : null}
      {question}
    </section>
  );
}

/** Who takes care of it, with their presence. */
function Claimed({ said, claim }: { said: string; claim: MailDetail['claim'] }) {
  return (
    <span>
      <Icon name="user" small />
      {said}
      {claim === null ? null : <PresenceDot userId={claim.userId} />}
    </span>
  );
}

/** What the key does, too; nothing while it is being done. */
function ActButton({ label, onPress }: { label: string; onPress: (() => void) | undefined }) {
  const key = useKeyName()('t');
  return (
    <Button
      aria-disabled={onPress === undefined}
      aria-keyshortcuts={key === '' ? undefined : key}
      title={key === '' ? label : `${label} (${key})`}
      onClick={onPress}
    >
      {label}
    </Button>
  );
}
