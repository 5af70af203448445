import { subscriptionQueries } from '@kontor/contract/appointment';
import type { CSSProperties } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { useSettings, useShell, useTexts } from '../../../shell/index.ts';
import { calendarTexts } from './texts.ts';

/** Feeds of others that the person subscribes to: whether each stands in their own calendar. */
export function CalendarFeeds() {
  const t = useTexts(calendarTexts);
  const { settings } = useShell();
  const { calendarHiddenFeeds: hidden } = useSettings();
  const { data } = useAsk(subscriptionQueries.subscriptions, {});
  const subscriptions = data?.subscriptions ?? [];
  if (subscriptions.length === 0) return null;
  const toggle = (id: number): void => {
    // Those that are gone are forgotten with it.
    const known = hidden.filter((one) => one !== id && subscriptions.some((feed) => feed.id === one));
    settings.change({ calendarHiddenFeeds: hidden.includes(id) ? known : [...known, id] });
  };
  return (
    <fieldset>
      <legend>{t.feeds}</legend>
      {subscriptions.map(({ id, name, color }) => (
        <label key={id} className="cal-person">
          <input type="checkbox" checked={!hidden.includes(id)} onChange={() => toggle(id)} />
          <i className="cal-feed-sign" style={(color === '' ? {} : { '--t': color }) as CSSProperties} />
          <span className="cal-person-name">{name}</span>
        </label>
      ))}
    </fieldset>
  );
}
