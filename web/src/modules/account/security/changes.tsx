import { SECURITY_CHANGES, type SecurityChange } from '@kontor/contract/account';
import { useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { Section } from '../../../ui/section.tsx';
import { useTimes } from '../times.ts';
import { texts } from './texts.ts';
import { usePlace } from './use-place.ts';

/** What was done lately to how the person signs in, so that they see what they have not done. */
export function Changes({ changes }: { changes: readonly SecurityChange[] }) {
  const t = useTexts(texts).changes;
  return (
    <Section title={t.title} intro={t.intro}>
      {changes.length === 0 ? (
        <p className="rows-empty">{t.none}</p>
      ) : (
        <ul className="rows">
          {changes.map((change, index) => (
            <Row key={`${change.at} ${index}`} change={change} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Row({ change: { change, name, at, isOwn, program, system, address, place } }: { change: SecurityChange }) {
  const all = useTexts(texts);
  const t = all.changes;
  const times = useTimes();
  const placeOf = usePlace();
  // A newer server may know of more than this client.
  const known = SECURITY_CHANGES.find((one) => one === change);
  const device = system === '' ? program : all.devices.on(program, system);
  const isLock = known === 'locked';
  const by = isOwn || isLock ? [] : [t.byOthers];
  const where = address === '' ? [] : [`${placeOf(place)}${place.kind === 'here' ? '' : ` (${address})`}`];
  return (
    <li className="wraps">
      <Icon name={isLock ? 'warning' : 'shield-check'} />
      <span className="what">
        <strong>{known === undefined ? t.other : t.words[known]}</strong>
        {name === '' ? '' : ` (${name})`}
        <span className="quiet">
          {[times.full(at), ...by, ...(device === '' ? [] : [device]), ...where].join(' · ')}
        </span>
      </span>
    </li>
  );
}
