import { type MailAccount, writingQueries } from '@kontor/contract/mail';
import { useState } from 'react';
import { useClient, useValue, useAsk } from '../../../../client/react.tsx';
import { useLanguage, useTexts, useZone } from '../../../../shell/index.ts';
import { Button, Callout, Icon } from '../../../../ui/parts.tsx';
import { WrittenPreview } from '../../../../editor/preview.tsx';
import { useEnding } from './acts.ts';
import { AnswersDialog } from './answers.tsx';
import type { Absence, Whose } from './draft.ts';
import { HandoverDialog } from './handover.tsx';
import { texts } from './texts.ts';
import { phaseOf, spanWords } from './when.ts';

/** Those of a person's own mailboxes that nothing can be sent from, so that what comes there is not answered. */
function useMuted(own: readonly MailAccount[]): readonly MailAccount[] {
  const mayWrite = useValue(useClient().configuration)?.rights.createMail === true;
  const { data } = useAsk(writingQueries.accounts, mayWrite && own.length > 0 ? {} : undefined);
  if (data === undefined) return [];
  return own.filter(({ id }) => !data.sendingAccounts.some((one) => one.accountId === id && one.canSend));
}

interface Props {
  readonly whose: Whose;
  readonly name: string;
  readonly absence: Absence | undefined;
  /** Those that it is about. */
  readonly mailboxes: readonly MailAccount[];
  readonly now: number;
  /** What it is edited or planned with has the focus as it comes. */
  readonly focused: boolean;
  readonly onEdit: (absence: Absence) => void;
  /** Begins a new one. */
  readonly onPlan: () => void;
}

/** One absence as it stands, with all that can be done about it; none where nothing is planned. */
export function AbsenceCard({ whose, name, absence, mailboxes, now, focused, onEdit, onPlan }: Props) {
  const t = useTexts(texts);
  const language = useLanguage();
  const zone = useZone();
  const ownId = useValue(useClient().user)?.id;
  const { isBusy, end } = useEnding();
  const muted = useMuted(whose.userId === ownId ? mailboxes : []);
  const about = mailboxes.length === 0 ? t.aboutNone : t.about(mailboxes.map(({ email }) => email).join(', '));
  const [shown, setShown] = useState<'answers' | 'handover'>();
  if (absence === undefined)
    return (
      <article className="account-card" aria-label={t.none}>
        <div>
          <h2>{t.none}</h2>
          <p className="quiet">{t.noneHint}</p>
          <p className="quiet small">{about}</p>
        </div>
        <footer>
          <Button kind="primary" icon="plus" autoFocus={focused} onClick={onPlan}>
            {t.plan}
          </Button>
        </footer>
      </article>
    );
  const phase = phaseOf(absence, now);
  const { from, until } = spanWords(absence, { language, zone, now });
  const title = { coming: t.coming(from, until), now: t.now(until), over: t.over(from, until) }[phase];
  const isOver = phase === 'over';
  return (
    <article className="account-card absence-card" aria-label={title}>
      <header>
        <div>
          <h2>{title}</h2>
          <p className="quiet small">{about}</p>
        </div>
        <span className="absence-phase" data-phase={phase}>
          {t.phases[phase]}
        </span>
      </header>
      {isOver ? null : (
        <>
          <ul className="absence-facts">
            <li>
              <Icon name="users" small />
              {absence.substituteName === '' ? t.inNoHands : t.inHands(absence.substituteName)}
            </li>
            <li>
              <Icon name="arrow-bend-up-left" small />
              {absence.answers ? t.answered : t.notAnswered}
            </li>
          </ul>
          {absence.answers && muted.length > 0 ? (
            <Callout icon="warning">{t.muted(muted.map(({ email }) => email).join(', '))}</Callout>
          ) : null}
          {absence.answers ? <Preview label={t.preview} subject={absence.subject} content={absence.content} /> : null}
          {absence.answers && absence.innerContent !== '' ? (
            <Preview label={t.innerPreview} subject={absence.subject} content={absence.innerContent} />
          ) : null}
        </>
      )}
      <footer>
        {isOver ? (
          <Button kind="primary" icon="plus" autoFocus={focused} onClick={onPlan}>
            {t.again}
          </Button>
        ) : (
          <>
            <Button icon="pencil-simple" autoFocus={focused} onClick={() => onEdit(absence)}>
              {t.edit}
            </Button>
            <Button icon="calendar-x" disabled={isBusy} onClick={() => void end(absence)}>
              {phase === 'now' ? t.end : t.callOff}
            </Button>
          </>
        )}
        {phase === 'coming' ? null : (
          <>
            {whose.userId === null ? null : (
              <Button kind="plain" icon="list-bullets" onClick={() => setShown('handover')}>
                {t.handover}
              </Button>
            )}
            <Button kind="plain" icon="paper-plane-tilt" onClick={() => setShown('answers')}>
              {t.answersTitle}
            </Button>
          </>
        )}
      </footer>
      {shown === 'answers' ? <AnswersDialog whose={whose} onClose={() => setShown(undefined)} /> : null}
      {shown === 'handover' && whose.userId !== null ? (
        <HandoverDialog
          userId={whose.userId}
          title={whose.userId === ownId ? t.handover : t.handoverOf(name)}
          startsAt={absence.startsAt}
          onClose={() => setShown(undefined)}
        />
      ) : null}
    </article>
  );
}

function Preview({ label, subject, content }: { label: string; subject: string; content: string }) {
  const t = useTexts(texts);
  return (
    <div className="field">
      <span className="label">{label}</span>
      <div className="absence-preview">
        <p className="quiet small">{t.previewSubject(subject === '' ? t.previewAnswer : subject)}</p>
        <WrittenPreview html={content} label={label} />
      </div>
    </div>
  );
}
