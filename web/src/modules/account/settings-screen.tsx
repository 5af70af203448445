import './settings.css';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Boundary } from '../../shell/failures/boundary.tsx';
import { useClient, useValue } from '../../client/react.tsx';
import { href, useLanguage, useMedia, useSettings, useShell, useTexts, type ScreenProps } from '../../shell/index.ts';
import { useSettingsTabs } from '../../shell/settings/settings-tabs.ts';
import { IconButton, LoadingLine } from '../../ui/parts.tsx';
import { OVERVIEW } from './settings-rules.ts';
import { SettingsList } from './settings-list.tsx';
import { texts } from './texts.ts';

/** The settings: a list of the pages that modules bring, beside the one that is open or, on small screens, before it. */
export function SettingsScreen({ params }: ScreenProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { navigator, settings } = useShell();
  const { settingsTab: remembered } = useSettings();
  const hasRoom = useMedia('(min-width: 720px)');
  const tabs = useSettingsTabs();
  // Before the rights are known, the page that is asked for may be one that is still to come.
  const isKnown = useValue(useClient().configuration) !== undefined;
  const requestedTab = params['selectedSettingsTab'];
  const found = tabs.find((tab) => tab.key === requestedTab);
  const shown = found ?? (hasRoom && isKnown ? (tabs.find((tab) => tab.key === remembered) ?? tabs[0]) : undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  /** Whether the step before this one is the list, and which page was open last. */
  const [isFromList, setIsFromList] = useState(false);
  const [last, setLast] = useState<string>();

  const key = shown?.key;
  if (key !== undefined && key !== last) setLast(key);
  useEffect(() => {
    if (key === undefined) return;
    if (key !== requestedTab) navigator.go(href('settings', { selectedSettingsTab: key }), { replace: true });
    if (key !== remembered) settings.change({ settingsTab: key });
  }, [key, requestedTab, remembered, navigator, settings]);
  // In the place of the list the page is another screen: who listens to it is told.
  useEffect(() => {
    if (!hasRoom && isFromList && key !== undefined) heading.current?.focus();
  }, [hasRoom, isFromList, key]);

  const toList = (): void => {
    // With fewer steps `back` would lead to the inbox.
    if (isFromList && window.history.length > 2) navigator.back();
    else navigator.go(href('settings', { selectedSettingsTab: OVERVIEW }), { replace: true });
    setIsFromList(false);
  };

  const list = (
    <SettingsList
      tabs={tabs}
      current={shown?.key}
      focused={hasRoom ? undefined : last}
      replace={hasRoom}
      onGo={() => setIsFromList(!hasRoom)}
    />
  );
  if (shown === undefined) return list;
  const Page = shown.component;
  // Beside the list, that has the heading of the screen.
  const Title = hasRoom ? 'h2' : 'h1';
  return (
    <div className="settings" data-sides={hasRoom}>
      {hasRoom ? list : null}
      <div className="settings-pane">
        <div className="toolbar">
          {hasRoom ? null : <IconButton icon="arrow-left" label={t.toSettings} onClick={toList} />}
          <Title id="settings-title" ref={heading} tabIndex={-1}>
            {shown.label[language]}
          </Title>
        </div>
        <div
          key={shown.key}
          className="settings-page"
          role="region"
          aria-labelledby="settings-title"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and not every page has anything else that keys could reach
          tabIndex={0}
        >
          <div className="settings-column">
            <Boundary>
              <Suspense fallback={<LoadingLine shown />}>
                <Page />
              </Suspense>
            </Boundary>
          </div>
        </div>
      </div>
    </div>
  );
}
