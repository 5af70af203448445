import './page.css';
import { phonecallCommands, phonecallQueries, type DialLocation } from '@kontor/contract/phonecall';
import { useState } from 'react';
import { useAsk } from '../../../../client/react.tsx';
import { useTexts } from '../../../../shell/index.ts';
import { Answer } from '../../../../shell/failures/answer.tsx';
import { RemoveRow } from '../../../../shell/forms/remove-row.tsx';
import { useOpened, type Opened } from '../../../../shell/forms/use-opened.ts';
import { useSendOnce } from '../../../../shell/forms/use-send-once.ts';
import { Section } from '../../../../ui/section.tsx';
import { Button, IconButton } from '../../../../ui/parts.tsx';
import { useProblem } from '../../use-problem.ts';
import { LimitsForm } from './limits.tsx';
import { PersonRow } from './person-row.tsx';
import { dialSettingsTexts } from './texts.ts';
import { WayForm } from './way-form.tsx';

/** How calls are made that go out from here, by whom, and how many: for administrators. */
export function DialPage() {
  const t = useTexts(dialSettingsTexts);
  const answer = useAsk(phonecallQueries.dialSettings, {});
  const lines = useAsk(phonecallQueries.lineSettings, {}).data ?? [];
  const opened = useOpened<DialLocation>(({ locationId }) => locationId);
  if (opened.isOpen)
    return (
      <WayForm
        location={opened.one}
        lines={lines}
        onSaved={(locationId) => {
          opened.saved(locationId);
          answer.retry();
        }}
        onClose={opened.close}
      />
    );
  return (
    <Answer answer={answer} title={t.notLoaded}>
      {({ locations, users, maxPerUser, maxPerInstance }) => (
        <>
          <Ways locations={locations} opened={opened} onChanged={answer.retry} />
          <Section title={t.people} intro={t.peopleIntro}>
            <ul className="rows" aria-label={t.people}>
              {users.map((user) => (
                <PersonRow key={user.userId} user={user} locations={locations} onSaved={answer.retry} />
              ))}
            </ul>
          </Section>
          <Section title={t.limits} intro={t.limitsIntro}>
            <LimitsForm maxPerUser={maxPerUser} maxPerInstance={maxPerInstance} onSaved={answer.retry} />
          </Section>
        </>
      )}
    </Answer>
  );
}

function Ways({
  locations,
  opened,
  onChanged,
}: {
  locations: readonly DialLocation[];
  opened: Opened<DialLocation>;
  onChanged: () => void;
}) {
  const t = useTexts(dialSettingsTexts);
  const sendOnce = useSendOnce();
  const say = useProblem();
  const { addButton } = opened;
  const [removed, setRemoved] = useState<DialLocation>();
  return (
    <Section
      title={t.ways}
      intro={t.waysIntro}
      action={
        <Button ref={addButton} kind="primary" icon="plus" onClick={opened.begin}>
          {t.addWay}
        </Button>
      }
    >
      {locations.length === 0 ? (
        <p className="rows-empty">{t.noWays}</p>
      ) : (
        <ul className="rows" aria-label={t.ways}>
          {locations.map((one) => (
            <li key={one.locationId}>
              <span className="what">
                <strong>{one.title}</strong>
                <span className="quiet">{t.kinds[one.way]}</span>
              </span>
              <span className="ends">
                <IconButton
                  icon="pencil-simple"
                  label={t.editOne(one.title)}
                  autoFocus={one.locationId === opened.focused}
                  onClick={() => opened.open(one)}
                />
                <IconButton icon="trash" label={t.remove(one.title)} onClick={() => setRemoved(one)} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {removed === undefined ? null : (
        <RemoveRow
          title={t.sure(removed.title)}
          action={t.delete}
          rows={{ onChanged, onRemoved: opened.removed }}
          run={() => sendOnce(phonecallCommands.deleteLocation, { locationId: removed.locationId })}
          done={t.removed(removed.title)}
          say={say}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t.sureHint}</p>
        </RemoveRow>
      )}
    </Section>
  );
}
