import { useMemo, Suspense } from 'react';
import { stateOf } from '@kontor/contract/activity';
import { aggregateIdOf } from '../../../client/entry-rows.ts';
import { useClient, useRow } from '../../../client/react.tsx';
import {
  detailHref,
  matchPath,
  ShellProvider,
  useLanguage,
  useShell,
  useTexts,
  useZone,
} from '../../../shell/index.ts';
import { dateFormat } from '../../../shell/date-format.ts';
import { LOCALES } from '../../../shell/language.ts';
import { Icon, IconButton, LoadingLine } from '../../../ui/parts.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { activityTexts, KIND_ICONS, useRowKind } from '../../activity/index.tsx';
import { showLinked } from '../asking.ts';
import { pageTexts } from './texts.ts';

/** One thing that happened: a line that opens in its place. What selects it is heard by the lines around it. */
export function HistoryItem({
  itemId,
  isOpen,
  isSelected,
  onToggle,
}: {
  itemId: string;
  isOpen: boolean;
  isSelected: boolean;
  onToggle: () => void;
}) {
  const t = useTexts(pageTexts);
  const a = useTexts(activityTexts);
  const { tabs } = useShell();
  const userId = useClient().user.get()?.id ?? 0;
  const row = useRow(itemId);
  const { preview: Preview } = useRowKind(row?.moduleName);
  const zone = useZone();
  const language = useLanguage();
  if (row === undefined) return null;
  const { moduleName, direction, timestamp, contact, information, status } = row;
  const address = detailHref({ module: moduleName, aggregateId: aggregateIdOf(row, userId) }, 'ido');
  const title = information.trim() || t.noTitle;
  const time = dateFormat(LOCALES[language], { timeStyle: 'short', timeZone: zone }).format(timestamp * 1000);
  return (
    <li className="happened-item" data-key={itemId} data-open={isOpen} data-selected={isSelected}>
      <div className="happened-line">
        <label className="happened-mark">
          <input type="checkbox" aria-label={t.select(title)} checked={isSelected} readOnly />
        </label>
        <button
          type="button"
          className="happened-opener"
          aria-expanded={isOpen}
          disabled={address === undefined}
          onClick={onToggle}
        >
          <time dateTime={new Date(timestamp * 1000).toISOString()}>{time}</time>
          <Icon name={KIND_ICONS[moduleName]} small label={a.kinds[moduleName]} />
          {direction === 'bidirectional' ? null : (
            <Icon name={direction === 'incoming' ? 'arrow-down' : 'arrow-up'} small label={t[direction]} />
          )}
          <span className="happened-what">
            <strong>{title}</strong>
            <span className="quiet">{contact}</span>
            {Preview === undefined ? null : (
              <span className="happened-preview">
                <Preview row={row} />
              </span>
            )}
          </span>
          <StatusMark status={status} label={a.states[stateOf(status)]} />
        </button>
        <IconButton
          icon="address-book"
          label={t.links(row.idoCount)}
          onClick={() => showLinked({ aggregateId: aggregateIdOf(row, userId), about: undefined })}
        />
        {address === undefined ? null : (
          <IconButton icon="arrow-square-out" label={t.openBeside} onClick={() => tabs.open(address, 'beside')} />
        )}
      </div>
      {isOpen && address !== undefined ? <OpenInLine address={address} onClose={onToggle} /> : null}
    </li>
  );
}

/** The item's own screen, within the line: leaving it closes the line alone. */
function OpenInLine({ address, onClose }: { address: string; onClose: () => void }) {
  const shell = useShell();
  const inside = useMemo(
    () => ({
      ...shell,
      tabs: { ...shell.tabs, leave: onClose },
      navigator: { ...shell.navigator, back: onClose },
    }),
    [shell, onClose],
  );
  const match = matchPath(address);
  const screen =
    match === undefined ? undefined : shell.modules.find(({ screens }) => match.name in screens)?.screens[match.name];
  if (match === undefined || screen === undefined) return null;
  const { component: Detail } = screen;
  return (
    <div className="happened-inside">
      <ShellProvider value={inside}>
        <Suspense fallback={<LoadingLine shown />}>
          <Detail params={match.params} address={address} onMove={() => undefined} />
        </Suspense>
      </ShellProvider>
    </div>
  );
}
