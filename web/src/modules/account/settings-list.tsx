import { Suspense, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { href, useFormats, useKeys, useLanguage, useTexts, type SettingsTab } from '../../shell/index.ts';
import { sought } from '../../shell/palette/sought.ts';
import { Link } from '../../shell/link.tsx';
import { Icon } from '../../ui/parts.tsx';
import { foundSettings, grouped, isFound, indexForKey } from './settings-rules.ts';
import { texts } from './texts.ts';

/** Of what is set on a page that was found, so much is named. */
const MAX_SHOWN = 3;

/** All pages of the settings by groups, and what they are searched by. One stop for the Tab key: arrows, Home and End lead from link to link. */
export function SettingsList({
  tabs,
  current,
  focused,
  replace,
  onGo,
}: {
  tabs: readonly SettingsTab[];
  /** Key of the page that is open beside the list. */
  current: string | undefined;
  /** Key of the page that was left for the list. */
  focused: string | undefined;
  replace: boolean;
  onGo: () => void;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const nav = useRef<HTMLElement>(null);
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => box.current?.focus() });
  const groups = grouped(tabs.filter((tab) => isFound(tab, typed)));
  const keys = groups.flatMap(([, own]) => own.map(({ key }) => key));
  const [touched, setTouched] = useState<string>();
  const stop = [touched, current, focused].find((key) => key !== undefined && keys.includes(key)) ?? keys[0];
  const links = (): readonly HTMLElement[] => [...(nav.current?.querySelectorAll<HTMLElement>('a') ?? [])];

  useEffect(() => {
    // Come by a key, the focus is nowhere: it goes to where the arrows lead on from.
    if (focused === undefined && document.activeElement !== document.body) return;
    links()[keys.indexOf(stop ?? '')]?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- only where the list has just come: later it would take the focus from what is done
  }, []);

  // Opened by an address or the palette, the page may stand further down the list than can be seen.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const all = links();
    const index = all.indexOf(event.target as HTMLElement);
    const next = index < 0 ? undefined : indexForKey(event.key, index, all.length);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    all[next]?.focus();
  };
  return (
    <div className="settings-list">
      <div className="toolbar">
        <h1>{t.settings}</h1>
      </div>
      <div className="settings-find">
        <input
          ref={box}
          className="input"
          type="search"
          aria-label={t.find}
          placeholder={t.find}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = links();
            if (event.nativeEvent.isComposing || first === undefined) return;
            if (event.key !== 'ArrowDown' && (event.key !== 'Enter' || typed.trim() === '')) return;
            event.preventDefault();
            if (event.key === 'Enter') first.click();
            else first.focus();
          }}
        />
      </div>
      <p className="hidden-text" role="status">
        {typed.trim() === '' ? '' : t.findCount(keys.length)}
      </p>
      {keys.length === 0 ? <p className="quiet settings-none">{t.findNothing}</p> : null}
      <nav ref={nav} aria-label={t.settings} onKeyDown={onKeyDown}>
        {groups.map(([group, own]) => (
          <section key={group}>
            <h2 id={`settings-${group}`}>{t.groups[group]}</h2>
            <ul aria-labelledby={`settings-${group}`}>
              {own.map((tab) => (
                <li key={tab.key}>
                  <Link
                    to={href('settings', { selectedSettingsTab: tab.key })}
                    replace={replace}
                    onGo={() => {
                      const [meant] = foundSettings(tab, typed);
                      if (meant !== undefined) sought.set(meant.key);
                      onGo();
                    }}
                    tabIndex={tab.key === stop ? 0 : -1}
                    aria-current={tab.key === current ? 'page' : undefined}
                    onFocus={() => setTouched(tab.key)}
                  >
                    <span className="label">
                      {tab.label[language]}
                      {foundSettings(tab, typed)
                        .slice(0, MAX_SHOWN)
                        .map(({ key, label }) => (
                          <small key={key}>{label[language]}</small>
                        ))}
                    </span>
                    <Count tab={tab} />
                    {current === undefined ? <Icon name="caret-right" small /> : null}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </div>
  );
}

function Count({ tab: { counter: Counter } }: { tab: SettingsTab }) {
  const formats = useFormats();
  if (Counter === undefined) return null;
  return (
    <Suspense>
      <Counter>{(count) => (count === 0 ? null : <span className="count">{formats.number(count)}</span>)}</Counter>
    </Suspense>
  );
}
