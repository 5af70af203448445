import type { ContactCall, PhonecallDetail } from '@kontor/contract/phonecall';
import { detailHref, useFormats, useMinute, useShell, useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { rowTexts } from '../row/row-texts.ts';
import { SIGN_ICONS, clockOf, signOf } from '../row/rules.ts';
import { texts } from './texts.ts';
import { useSaying } from './use-saying.ts';

/** The newest calls of the same number, in both directions. */
export function NumberHistory({ calls, people }: { calls: readonly ContactCall[]; people: PhonecallDetail }) {
  const t = useTexts(texts);
  if (calls.length === 0) return null;
  return (
    <section className="call-others">
      <h2>{t.history(calls.length)}</h2>
      <ul>
        {calls.map((call) => (
          <li key={call.aggregateId}>
            <OtherCall call={call} people={people} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OtherCall({ call, people }: { call: ContactCall; people: PhonecallDetail }) {
  const t = useTexts(texts);
  const r = useTexts(rowTexts);
  const say = useSaying();
  const formats = useFormats();
  const now = useMinute();
  const { tabs } = useShell();
  const { aggregateId, outcome, direction, callReason, callReceivedBy, duration, callTimestamp } = call;
  const sign = signOf(outcome, direction);
  const by = callReceivedBy === 0 ? '' : say.person(callReceivedBy, people);
  return (
    <button
      type="button"
      onClick={() => tabs.open(detailHref({ module: 'phonecall', aggregateId }, 'module'), 'beside')}
    >
      <span className="call-sign" data-sign={sign}>
        <Icon name={SIGN_ICONS[sign]} small label={r.signs[sign]} />
      </span>
      <span className="call-other-reason">
        {callReason.split('\n')[0] || t.noReason}
        {by === '' ? null : <span className="quiet"> {by}</span>}
      </span>
      <span className="quiet">{duration === 0 ? '' : clockOf(duration)}</span>
      <time className="quiet">{formats.short(callTimestamp, now)}</time>
    </button>
  );
}
