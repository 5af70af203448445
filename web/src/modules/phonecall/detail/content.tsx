import { stateOf } from '@kontor/contract/activity';
import type { PhonecallDetail } from '@kontor/contract/phonecall';
import type { RefObject } from 'react';
import type { CoEdit } from '../../../editor/co-edit.ts';
import { ConflictsPanel, Refused, SaveState } from '../../../editor/writing/index.ts';
import { useShownEdit } from '../../../editor/use-co-edit.ts';
import { asFailure } from '../../../client/failure.ts';
import { Portrait, useTexts } from '../../../shell/index.ts';
import { PhoneNumber } from '../../../shell/numbers/phone-number.tsx';
import { Button, Icon } from '../../../ui/parts.tsx';
import { Others, RelatedItems, StatePills, activityTexts, type ItemActs } from '../../activity/index.tsx';
import { LinkLine } from '../../record/index.tsx';
import { HangUp } from '../dialling/hang-up.tsx';
import { nameText } from '../naming/rules.ts';
import { namingTexts } from '../naming/texts.ts';
import { WhoChoice, WhoMore, WhoName, WhyName, useShowCandidate } from '../naming/who.tsx';
import { SIGN_ICONS, signOf } from '../row/rules.ts';
import { useProblem } from '../use-problem.ts';
import { CallbackLine } from './callback-line.tsx';
import { CalledBackLine } from './called-back-line.tsx';
import { CallFacts } from './facts.tsx';
import type { Call } from './fields.ts';
import { CallFile } from './file.tsx';
import { NumberHistory } from './number-history.tsx';
import { ReasonField } from './reason.tsx';
import { texts } from './texts.ts';
import { useSaying } from './use-saying.ts';

interface Props {
  readonly edit: CoEdit<Call>;
  readonly details: PhonecallDetail;
  readonly acts: ItemActs;
  readonly isFixed: boolean;
  readonly reason: RefObject<HTMLTextAreaElement | null>;
  readonly callBack: (() => void) | undefined;
  readonly onChanged: () => void;
  readonly onCallback: () => void;
  readonly onDone: () => void;
}

/** All of a call: who it is, what was left of it, what is known, and what it was about. */
export function CallContent({ edit, details, acts, isFixed, reason, callBack, onChanged, onCallback, onDone }: Props) {
  const t = useTexts(texts);
  const n = useTexts(namingTexts);
  const a = useTexts(activityTexts);
  const say = useSaying();
  const problem = useProblem();
  const { aggregateId, naming } = details;
  const title = nameText(naming, n.or) || naming.number || n.withheld;
  const { fields, state, error, conflicts } = useShownEdit(edit, `${t.call}: ${title}`);
  const { row, doIt } = acts;
  const done = (): void =>
    void edit.save().then((isSaved) => {
      if (!isSaved) return;
      doIt('ready');
      onDone();
    });
  return (
    <div className="call-whole">
      <CallHead details={details} callBack={callBack} onChanged={onChanged} />
      <div className="call-states">
        <StatePills state={row === undefined ? undefined : stateOf(row.status)} label={a.stateLabel} onState={doIt} />
        {row === undefined ? null : <Others row={row} words />}
        {isFixed ? <span className="quiet">{details.changeable ? '' : t.readOnly}</span> : <SaveState state={state} />}
      </div>
      <CallFile details={details} />
      <CallFacts details={details} fields={fields} isFixed={isFixed} onWrite={(part) => edit.write(part)} />
      <CalledBackLine details={details} onReopen={() => doIt('unseen')} />
      <CallbackLine details={details} isFixed={isFixed} onChange={onCallback} />
      <LinkLine
        key={aggregateId}
        aggregateId={aggregateId}
        links={details.links}
        people={[]}
        about={undefined}
        isKeyed
      />
      <RelatedItems items={details.related} />
      {state === 'refused' ? <Refused why={problem(asFailure(error))} onRetry={() => edit.retry()} /> : null}
      <ConflictsPanel
        conflicts={conflicts}
        nameOf={(field) => (t.fields as Readonly<Record<string, string>>)[field] ?? field}
        show={(field, value) => say.field(field, value, details)}
        onDecide={(one, decision) =>
          decision === 'mine' ? edit.decide(one) : edit.decide(one, { [one.field]: one.theirs })
        }
      />
      <ReasonField
        ref={reason}
        value={fields.reason}
        isFixed={isFixed}
        onWrite={(text) => edit.write({ reason: text })}
        onSave={() => void edit.save()}
        onDone={done}
      />
      <NumberHistory calls={details.contactCallList} people={details} />
    </div>
  );
}

function CallHead({
  details,
  callBack,
  onChanged,
}: {
  details: PhonecallDetail;
  callBack: (() => void) | undefined;
  onChanged: () => void;
}) {
  const t = useTexts(texts);
  const { naming, outcome, direction, callerNumber, contactPicture, hangUpId } = details;
  const [first] = naming.candidates;
  const show = useShowCandidate(naming.sureness === 'sure' ? first : undefined);
  const sign = signOf(outcome, direction);
  return (
    <header className="call-head">
      <span className="call-face">
        {/* Without a name there are no letters to stand for it. */}
        {naming.name === '' ? null : (
          <Portrait name={naming.name} picture={contactPicture || null} isGuest={contactPicture === ''} />
        )}
        <span className={`avatar call-tile ${naming.name === '' ? 'call-tile-l' : 'call-tile-badge'}`} data-sign={sign}>
          <Icon name={SIGN_ICONS[sign]} />
        </span>
      </span>
      <div className="call-who">
        <h1 tabIndex={-1}>
          {show === undefined ? (
            <WhoName naming={naming} />
          ) : (
            <button type="button" className="call-name" onClick={show}>
              <WhoName naming={naming} />
            </button>
          )}
        </h1>
        <p className="quiet">
          <WhoMore naming={naming} />
        </p>
      </div>
      {callBack === undefined ? null : (
        <Button kind="primary" icon="phone" aria-keyshortcuts="Control+R" onClick={callBack}>
          {direction === 'outgoing' ? t.callAgain : t.callBack}
        </Button>
      )}
      {hangUpId === null ? null : (
        <div className="call-hang-up">
          <HangUp key={hangUpId} callId={hangUpId} />
        </div>
      )}
      <div className="call-number">
        {callerNumber === '' ? null : (
          <strong>
            <PhoneNumber number={callerNumber} record={first?.record ?? undefined} />
          </strong>
        )}
        <WhyName naming={naming} />
        <span className="grow" />
        <WhoChoice naming={naming} onSaid={onChanged} />
      </div>
    </header>
  );
}
