import { useId } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { movedTo } from '../../../ui/moved-to.ts';
import { OrderList } from '../../../ui/order-list.tsx';
import { Button } from '../../../ui/parts.tsx';
import { listTexts } from './list-texts.ts';
import { withVisible } from './shown-columns.ts';
import { useColumnName } from './said.ts';
import type { ListAppearance } from './use-appearance.ts';

/** Which columns are shown, and in which order. Each choice holds at once. */
export function ColumnsDialog({ appearance, onClose }: { appearance: ListAppearance; onClose: () => void }) {
  const t = useTexts(listTexts);
  const nameOf = useColumnName();
  const id = useId();
  const { columns, change } = appearance;
  return (
    <Dialog title={t.columns} closeLabel={t.close} onClose={onClose}>
      <p id={id} className="hint">
        {t.columnsHint}
      </p>
      <OrderList
        labelledBy={id}
        t={{ handle: t.drag, handleHint: t.dragHint, up: t.earlier, down: t.later, moved: t.moved }}
        rows={columns.map((column) => ({
          key: column.key,
          name: nameOf(column),
          sign: (
            <input
              type="checkbox"
              aria-label={nameOf(column)}
              checked={column.isVisible}
              onChange={({ currentTarget }) =>
                change({ columns: withVisible(columns, column.key, currentTarget.checked) })
              }
            />
          ),
        }))}
        onMove={(from, to) => change({ columns: movedTo(columns, from, to) })}
      />
      <footer>
        <Button onClick={appearance.reset}>{t.columnsDefault}</Button>
        <Button kind="primary" onClick={onClose}>
          {t.close}
        </Button>
      </footer>
    </Dialog>
  );
}
