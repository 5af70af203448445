import { useClient, useValue } from '../../../client/react.tsx';
import { attempt, useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { IconButton } from '../../../ui/parts.tsx';
import { RECORD_LIST_ACTIONS } from './actions.ts';
import { listTexts } from './list-texts.ts';
import type { Chosen } from './use-selection.ts';

/** Takes the toolbar's place while records are selected. */
export function SelectionBar({
  title,
  chosen,
  onAll,
  onClear,
  onExport,
  onRemove,
}: {
  title: string;
  chosen: readonly Chosen[];
  onAll: () => void;
  onClear: () => void;
  /** Left out in the list of all kinds. */
  onExport: (() => void) | undefined;
  /** Left out where the person may not. */
  onRemove: (() => void) | undefined;
}) {
  const t = useTexts(listTexts);
  const client = useClient();
  const language = useLanguage();
  const { notices } = useShell();
  const rights = useValue(client.configuration)?.rights;
  const given = { client, notices, language };
  return (
    <div className="toolbar record-selection">
      <h1 className="hidden-text">{title}</h1>
      <IconButton icon="x" label={t.clearSelection} hotkey="Escape" onClick={onClear} />
      <span role="status">{t.selected(chosen.length)}</span>
      <span className="grow" />
      <IconButton icon="check-square" label={t.selectAll} hotkey="Ctrl+a" onClick={onAll} />
      {RECORD_LIST_ACTIONS.filter(({ right }) => right === undefined || rights?.[right] === true).map(
        ({ name, icon, label, run }) => (
          <IconButton
            key={name}
            icon={icon}
            label={label[language]}
            onClick={() => attempt(given, () => run(given, chosen, onClear))}
          />
        ),
      )}
      {onExport === undefined ? null : <IconButton icon="download-simple" label={t.exportTitle} onClick={onExport} />}
      {onRemove === undefined ? null : <IconButton icon="trash" label={t.remove} hotkey="#" onClick={onRemove} />}
    </div>
  );
}
