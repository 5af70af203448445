import { useFormats, useKeys, useMedia, useTexts } from '../../../shell/index.ts';
import { IconButton } from '../../../ui/parts.tsx';
import { useListActions } from './actions.ts';
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
  const formats = useFormats();
  // Beside all that can be done there is room for the number alone.
  const isNarrow = useMedia('(max-width: 700px)');
  const actions = useListActions(chosen, onClear);
  useKeys(Object.fromEntries(actions.flatMap(({ key, run }) => (key === undefined ? [] : [[key, run]]))));
  return (
    <div className="toolbar record-selection">
      <h1 className="hidden-text">{title}</h1>
      <IconButton icon="x" label={t.clearSelection} hotkey="Escape" onClick={onClear} />
      <span role="status">
        {isNarrow ? <span aria-hidden="true">{formats.number(chosen.length)}</span> : null}
        <span className={isNarrow ? 'hidden-text' : undefined}>{t.selected(chosen.length)}</span>
      </span>
      <span className="grow" />
      <IconButton icon="check-square" label={t.selectAll} hotkey="Ctrl+a" onClick={onAll} />
      {actions.map(({ name, icon, label, key, run }) => (
        <IconButton
          key={name}
          icon={icon}
          label={label}
          {...(key === undefined ? {} : { hotkey: key })}
          onClick={run}
        />
      ))}
      {onExport === undefined ? null : <IconButton icon="download-simple" label={t.exportTitle} onClick={onExport} />}
      {onRemove === undefined ? null : <IconButton icon="trash" label={t.remove} hotkey="#" onClick={onRemove} />}
    </div>
  );
}
