import { PARTICIPATIONS, appointmentCommands, type AppointmentDetail, type Scope } from '@kontor/contract/appointment';
import { itemKeyOf } from '@kontor/contract/kernel';
import { useState } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import type { IconName } from '../../../ui/icon-names.ts';
import { Button, Icon } from '../../../ui/parts.tsx';
import { watchApplied } from '../removing.ts';
import { ProposeButton } from '../proposing/propose-button.tsx';
import { ScopeDialog } from '../scopes.tsx';
import { peopleTexts } from './people-texts.ts';
import { Row } from './row.tsx';

const ANSWERS = PARTICIPATIONS.filter((state) => state !== 'none');
type Answer = (typeof ANSWERS)[number];
const ICONS: Readonly<Record<Answer, IconName>> = { accepted: 'check', tentative: 'question', declined: 'x-circle' };
const MAX_COMMENT = 2000;

/** Occurrences that are answered at once. */
type AnswerScope = Exclude<Scope, 'following'>;

/** Whether the person is asked whether they take part: they do, and somebody else invites. */
export const isInvited = ({ participants, organiser }: AppointmentDetail, ownId: number | undefined): boolean =>
  ownId !== undefined &&
  organiser.userId !== ownId &&
  participants.some(({ userId, active }) => userId === ownId && active === 'true');

/** What the person says to an appointment that they are invited to. `scopes`: those of a series that they may mean. */
export function AnswerRow({ details, scopes }: { details: AppointmentDetail; scopes: readonly AnswerScope[] }) {
  const t = useTexts(peopleTexts);
  const client = useClient();
  const { notices } = useShell();
  const ownId = useValue(client.user)?.id;
  const { aggregateId, participation, participants } = details;
  const said = participants.find(({ userId }) => userId === ownId)?.comment ?? '';
  const [comment, setComment] = useState<string>();
  /** What was pressed, until the appointment says so itself. */
  const [wanted, setWanted] = useState<{ readonly answer: Answer; readonly before: typeof participation }>();
  const [asked, setAsked] = useState<Answer>();
  const shown = wanted !== undefined && wanted.before === participation ? wanted.answer : participation;

  const send = (answer: Answer, scope: AnswerScope): void => {
    watchApplied(client);
    setWanted({ answer, before: participation });
    const key = itemKeyOf(aggregateId);
    void client.enqueue(
      appointmentCommands.answer,
      { aggregateId, state: answer, comment: (comment ?? said).trim(), scope },
      { patches: [[key, { extras: { participation: answer } }]], keys: [key] },
    );
    setComment(undefined);
    notices.show({ text: t.answered[answer] });
  };
  const choose = (answer: Answer): void => (scopes.length > 1 ? setAsked(answer) : send(answer, scopes[0] ?? 'one'));
  return (
    <Row icon="check-circle" label={t.answer}>
      <div className="appointment-line">
        {ANSWERS.map((answer) => (
          <Button key={answer} aria-pressed={shown === answer} onClick={() => choose(answer)}>
            <Icon name={ICONS[answer]} small />
            {t.answers[answer]}
          </Button>
        ))}
        {comment === undefined && said === '' ? (
          <Button kind="plain" onClick={() => setComment('')}>
            {t.addComment}
          </Button>
        ) : null}
        {
          // Of a whole series no time is proposed, but of one of its appointments.
          scopes[0] === 'all' ? null : <ProposeButton details={details} />
        }
      </div>
      {comment === undefined && said === '' ? null : (
        <input
          className="input"
          aria-label={t.comment}
          placeholder={t.comment}
          maxLength={MAX_COMMENT}
          autoComplete="off"
          autoFocus={comment !== undefined}
          value={comment ?? said}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
          // Enter answers as it stands, and saves nothing else.
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            const standing = ANSWERS.find((answer) => answer === shown);
            if (standing !== undefined) choose(standing);
          }}
        />
      )}
      {asked === undefined ? null : (
        <ScopeDialog
          title={t.answerTitle}
          scopes={scopes}
          onChoose={(scope) => send(asked, scope)}
          onClose={() => setAsked(undefined)}
        >
          <p>{t.answerHint}</p>
        </ScopeDialog>
      )}
    </Row>
  );
}
