import type { ReactNode } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import { Failed, Link, href, useFormats, useMinute, useShell, useTexts } from '../../../shell/index.ts';
import { Button, Icon, SkeletonBlock, StatePage } from '../../../ui/parts.tsx';
import { texts } from '../texts.ts';
import type { PeopleShown } from './use-people.ts';

const ROWS = 8;

/** What stands in the place of the people while they are not there: they are coming, could not be had, are none, or nobody is called so. */
export function AroundList({ all, children }: { all: PeopleShown; children: ReactNode }) {
  const t = useTexts(texts);
  const formats = useFormats();
  const now = useMinute();
  const { settings } = useShell();
  const isAdministrator = useValue(useClient().configuration)?.isAdministrator === true;
  const { at, failure, isLost, retry } = all.presence;
  if (at === 0 && failure !== undefined) return <Failed failure={failure} title={t.failed} onRetry={retry} />;
  if (at === 0)
    return (
      <div className="people-coming" aria-busy="true">
        {Array.from({ length: ROWS }, (_, index) => (
          <SkeletonBlock key={index} width={`${60 + ((index * 17) % 35)}%`} height={28} />
        ))}
      </div>
    );
  const isNone = all.shown.length === 0 && all.groups.length === 0;
  return (
    <>
      {isLost ? (
        <p className="people-stale" role="status">
          <Icon name="cloud-slash" small /> {t.asOf(formats.short(at / 1000, now))}
        </p>
      ) : null}
      {all.count === 0 && all.groups.length === 0 && all.typed === '' ? (
        <StatePage
          icon="users"
          title={t.alone}
          action={
            isAdministrator ? (
              <Link className="button" to={href('settings', { selectedSettingsTab: 'people' })}>
                {t.invite}
              </Link>
            ) : undefined
          }
        >
          {t.aloneHint}
        </StatePage>
      ) : isNone && all.typed !== '' ? (
        <StatePage icon="users" title={t.none} action={<Button onClick={() => all.setTyped('')}>{t.clear}</Button>}>
          {t.noneHint}
        </StatePage>
      ) : isNone ? (
        <StatePage
          icon="users"
          title={t.nobody}
          action={<Button onClick={() => settings.change({ peopleOffline: true })}>{t.showAway}</Button>}
        >
          {t.nobodyHint}
        </StatePage>
      ) : (
        children
      )}
    </>
  );
}
