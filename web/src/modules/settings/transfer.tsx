import type { SwipeAction } from '@kontor/contract/settings';
import { useRef, useState, type ChangeEvent } from 'react';
import { useLanguage, useSettings, useShell, useTexts } from '../../shell/index.ts';
import { Dialog } from '../../ui/overlays.tsx';
import { FaultNote } from '../../ui/fault-note.tsx';
import { Button, Callout } from '../../ui/parts.tsx';
import { offerFile } from '../../ui/save-file.ts';
import { settingTexts, type NamedKey } from './setting-texts.ts';
import { texts } from './texts.ts';
import { exportOf, previewOf, type ImportFault, type Preview } from './transfer.ts';

/** All settings into a file, and out of one. */
export function Transfer() {
  const t = useTexts(texts);
  const values = useSettings();
  const field = useRef<HTMLInputElement>(null);
  const [preview, setPreview] = useState<Preview>();
  const [fault, setFault] = useState<ImportFault>();

  const save = (): void => {
    const at = new Date().toISOString();
    offerFile(new Blob([exportOf(values, at)], { type: 'application/json' }), `kontor-${at.slice(0, 10)}.json`);
  };
  const read = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.currentTarget.files?.[0];
    // The same file may be chosen again.
    event.currentTarget.value = '';
    if (file === undefined) return;
    const found = previewOf(await file.text().catch(() => ''), values);
    setFault(typeof found === 'string' ? found : undefined);
    setPreview(typeof found === 'string' ? undefined : found);
  };
  return (
    <>
      <section className="settings-section">
        <h2>{t.exportTitle}</h2>
        <p className="quiet">{t.exportHint}</p>
        <Button icon="download-simple" onClick={save}>
          {t.export}
        </Button>
      </section>
      <section className="settings-section">
        <h2>{t.importTitle}</h2>
        <p className="quiet">{t.importHint}</p>
        <input
          ref={field}
          type="file"
          accept="application/json,.json"
          hidden
          aria-label={t.import}
          onChange={(event) => void read(event)}
        />
        <Button icon="file-text" onClick={() => field.current?.click()}>
          {t.import}
        </Button>
        <FaultNote text={fault === undefined ? undefined : t.importFaults[fault]} />
      </section>
      {preview === undefined ? null : <Shown preview={preview} onClose={() => setPreview(undefined)} />}
    </>
  );
}

function Shown({ preview, onClose }: { preview: Preview; onClose: () => void }) {
  const t = useTexts(texts);
  const names = useTexts(settingTexts);
  const { settings, notices } = useShell();
  const inWords = useWords();
  const { changes, unknown, wrong } = preview;
  const apply = (): void => {
    const part = (at: 'now' | 'next') => Object.fromEntries(changes.map((change) => [change.key, change[at]]));
    settings.change(part('next'));
    notices.done(
      () => settings.change(part('now')),
      Promise.resolve({ text: t.applied(changes.length), undo: t.undo }),
    );
    onClose();
  };
  return (
    <Dialog title={t.preview} closeLabel={t.cancel} size="l" onClose={onClose}>
      <div className="setting-import">
        {changes.length === 0 ? (
          <p>{t.previewNone}</p>
        ) : (
          <div className="setting-preview">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t.setting}</th>
                  <th scope="col">{t.now}</th>
                  <th scope="col">{t.next}</th>
                </tr>
              </thead>
              <tbody>
                {changes.map(({ key, now, next }) => (
                  <tr key={key}>
                    <th scope="row">{names[key].label}</th>
                    <td>{inWords(key, now)}</td>
                    <td>{inWords(key, next)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {unknown.length === 0 ? null : (
          <Callout icon="warning">
            {t.unknown(unknown.length)} {unknown.join(', ')}
          </Callout>
        )}
        {wrong.length === 0 ? null : (
          <Callout icon="warning">
            {t.wrong(wrong.length)} {wrong.map((key) => names[key].label).join(', ')}
          </Callout>
        )}
      </div>
      <footer>
        <Button onClick={onClose}>{t.cancel}</Button>
        {changes.length === 0 ? null : (
          <Button kind="primary" onClick={apply}>
            {t.apply}
          </Button>
        )}
      </footer>
    </Dialog>
  );
}

/** A value as the person knows it. */
function useWords(): (key: NamedKey, value: unknown) => string {
  const t = useTexts(texts);
  const names = useTexts(settingTexts);
  const language = useLanguage();
  const { modules } = useShell();
  const menu = modules.flatMap((module) => module.menu);
  return (key, value) => {
    if (Array.isArray(value)) {
      if (value.length === 0) return key === 'imageSenders' ? t.none : t.default;
      if (key === 'imageSenders') return t.entries(value.length);
      if (key === 'swipeRight' || key === 'swipeLeft')
        return value.map((action) => t.swipes[action as SwipeAction]).join(', ');
      return value.map((route) => menu.find((entry) => entry.route === route)?.label[language] ?? route).join(', ');
    }
    if (key === 'keys' || key === 'lists' || key === 'listTables') {
      const count = Object.keys(value as object).length;
      return count === 0 ? t.default : t.entries(count);
    }
    const option = names[key].options?.[String(value)];
    if (option !== undefined) return option;
    if (typeof value === 'boolean') return value ? t.on : t.off;
    if (value === 'auto' || typeof value === 'number') return t.default;
    return String(value);
  };
}
