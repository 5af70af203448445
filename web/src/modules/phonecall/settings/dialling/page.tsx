import './page.css';
import { phonecallCommands, phonecallQueries, type DialLocation } from '@kontor/contract/phonecall';
import { useState } from 'react';
import { useAsk } from '../../../../client/react.tsx';
import { Failed, useShell, useTexts } from '../../../../shell/index.ts';
import { Confirm } from '../../../../shell/forms/confirm.tsx';
import { useOpened } from '../../../../shell/forms/use-opened.ts';
import { useSendOnce } from '../../../../shell/forms/use-send-once.ts';
import { Section } from '../../../../ui/section.tsx';
import { Button, IconButton, SkeletonBlock } from '../../../../ui/parts.tsx';
import { useProblem } from '../../use-problem.ts';
import { LimitsForm } from './limits.tsx';
import { PersonRow } from './person-row.tsx';
import { dialSettingsTexts } from './texts.ts';
import { WayForm } from './way-form.tsx';

/** How calls are made that go out from here, by whom, and how many: for administrators. */
export function DialPage() {
  const t = useTexts(dialSettingsTexts);
  const { notices } = useShell();
  const { data, failure, retry } = useAsk(phonecallQueries.dialSettings, {});
  const lines = useAsk(phonecallQueries.lineSettings, {}).data ?? [];
  const opened = useOpened<DialLocation>(({ locationId }) => locationId);
  const { addButton } = opened;
  const [removed, setRemoved] = useState<DialLocation>();
  if (opened.isOpen)
    return (
      <WayForm
        location={opened.one}
        lines={lines}
        onSaved={(locationId) => {
          opened.saved(locationId);
          retry();
        }}
        onClose={opened.close}
      />
    );
  if (data === undefined)
    return failure === undefined ? (
      <SkeletonBlock width="100%" height={64} />
    ) : (
      <Failed failure={failure} title={t.failed} onRetry={retry} />
    );
  return (
    <>
      <Section
        title={t.ways}
        intro={t.waysIntro}
        action={
          <Button ref={addButton} kind="primary" icon="plus" onClick={opened.begin}>
            {t.addWay}
          </Button>
        }
      >
        {data.locations.length === 0 ? (
          <p className="rows-empty">{t.noWays}</p>
        ) : (
          <ul className="rows">
            {data.locations.map((one) => (
              <li key={one.locationId}>
                <span className="what">
                  <strong>{one.title}</strong>
                  <span className="quiet">{t.kinds[one.way]}</span>
                </span>
                <span className="ends">
                  <Button
                    autoFocus={one.locationId === opened.focused}
                    aria-label={`${t.edit}: ${one.title}`}
                    onClick={() => opened.open(one)}
                  >
                    {t.edit}
                  </Button>
                  <IconButton icon="trash" label={t.remove(one.title)} onClick={() => setRemoved(one)} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title={t.people} intro={t.peopleIntro}>
        <ul className="rows">
          {data.users.map((user) => (
            <PersonRow key={user.userId} user={user} locations={data.locations} onSaved={retry} />
          ))}
        </ul>
      </Section>
      <Section title={t.limits} intro={t.limitsIntro}>
        <LimitsForm maxPerUser={data.maxPerUser} maxPerInstance={data.maxPerInstance} onSaved={retry} />
      </Section>
      {removed === undefined ? null : (
        <Removing
          location={removed}
          onRemoved={() => {
            setRemoved(undefined);
            opened.removed();
            retry();
            notices.show({ text: t.removed(removed.title) });
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  );
}

function Removing({
  location,
  onRemoved,
  onClose,
}: {
  location: DialLocation;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const t = useTexts(dialSettingsTexts);
  const sendOnce = useSendOnce();
  const say = useProblem();
  return (
    <Confirm
      title={t.sure(location.title)}
      action={t.delete}
      danger
      run={async () => {
        await sendOnce(phonecallCommands.deleteLocation, { locationId: location.locationId });
        onRemoved();
      }}
      say={say}
      onClose={onClose}
    >
      <p>{t.sureHint}</p>
    </Confirm>
  );
}
