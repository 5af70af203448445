import { absenceQueries } from '@kontor/contract/mail';
import { useAsk, useClient, useValue } from '../../../../client/react.tsx';
import { href, useGo, useLanguage, useMinute, useTexts, useZone } from '../../../../shell/index.ts';
import { Button, Icon } from '../../../../ui/parts.tsx';
import { actTexts } from './act-texts.ts';
import { useEnding } from './acts.ts';
import { phaseOf, spanWords } from './when.ts';

/** Over every page while one is away oneself, so that nobody is away by mistake. */
export function AbsenceBar() {
  const t = useTexts(actTexts);
  const go = useGo();
  const language = useLanguage();
  const zone = useZone();
  const minute = useMinute();
  const ownId = useValue(useClient().user)?.id;
  const { data, at } = useAsk(absenceQueries.absences, {});
  const { isBusy, end } = useEnding();
  // What has just come from the server is newer than the minute.
  const now = Math.max(minute, at);
  const own = data?.find(({ userId }) => userId !== null && userId === ownId);
  if (own === undefined || phaseOf(own, now) !== 'now') return null;
  return (
    <div className="bar">
      <Icon name="calendar-x" />
      <span className="grow">
        <strong>{t.youAreAway(spanWords(own, { language, zone, now }).until)}</strong>{' '}
        {own.substituteName === '' ? null : <span className="bar-hint">{t.standsIn(own.substituteName)}</span>}
      </span>
      <Button kind="plain" onClick={() => go(href('settings', { selectedSettingsTab: 'absence' }))}>
        {t.show}
      </Button>
      <Button disabled={isBusy} onClick={() => void end(own)}>
        {t.end}
      </Button>
    </div>
  );
}
