import './appearance-dialog.css';
import { useTexts } from '../../../shell/index.ts';
import { Check, Segments, SelectField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { IconButton } from '../../../ui/parts.tsx';
import { groupingOf, type ColumnName, type Grouping } from '../list/appearance.ts';
import type { UsedAppearance } from '../list/use-appearance.ts';
import { moveColumn, showColumn, sortAfter } from './appearance-rules.ts';
import { appearanceTexts } from './appearance-texts.ts';

/** How a list is shown: order, groups, rows, columns. Each choice holds at once. */
export function AppearanceDialog({
  used: { appearance, change },
  mixed,
  hides,
  onClose,
}: {
  used: UsedAppearance;
  /** It has several kinds of item to be grouped by. */
  mixed: boolean;
  hides: boolean;
  onClose: () => void;
}) {
  const t = useTexts(appearanceTexts);
  const { sort, columns } = appearance;
  const orders = t.orders[sort.property === 'timestamp' ? 'time' : 'text'];
  const groupings: readonly Grouping[] = mixed
    ? ['moduleGrouping', 'reason', 'timeframe', 'none']
    : ['timeframe', 'none'];
  const shown = groupings.includes(appearance.grouping) ? appearance.grouping : 'timeframe';
  const isOverruled = shown === 'timeframe' && groupingOf(appearance, mixed) !== 'timeframe';
  return (
    <Dialog title={t.title} closeLabel={t.close} onClose={onClose}>
      <div className="look">
        <div className="look-sort">
          <SelectField
            label={t.sortBy}
            value={sort.property as ColumnName}
            options={columns.map(({ name }) => [name, t.columns[name]] as const)}
            onChange={(property) => change({ sort: property === sort.property ? sort : sortAfter(sort, property) })}
          />
          <Segments
            label={t.order}
            value={sort.direction}
            options={(['DESC', 'ASC'] as const).map((key) => [key, orders[key]] as const)}
            onChange={(direction) => change({ sort: { ...sort, direction } })}
          />
        </div>
        <div>
          <Segments
            label={t.grouping}
            value={shown}
            options={groupings.map((key) => [key, t.groupings[key]] as const)}
            onChange={(grouping) => change({ grouping })}
          />
          {isOverruled ? <p className="hint">{t.onlyByTime}</p> : null}
        </div>
        <Segments
          label={t.rows}
          value={appearance.rowSize}
          options={(['large', 'compact'] as const).map((key) => [key, t.sizes[key]] as const)}
          onChange={(rowSize) => change({ rowSize })}
        />
        <fieldset>
          <legend>{t.shownColumns}</legend>
          <p className="hint">{t.columnsHint}</p>
          <ul>
            {columns.map(({ name, visible }, index) => (
              <li key={name}>
                <Check
                  label={t.columns[name]}
                  checked={visible}
                  onChange={(event) => change({ columns: showColumn(columns, name, event.currentTarget.checked) })}
                />
                <IconButton
                  icon="arrow-up"
                  label={t.earlier(t.columns[name])}
                  disabled={index === 0}
                  onClick={() => change({ columns: moveColumn(columns, name, -1) })}
                />
                <IconButton
                  icon="arrow-down"
                  label={t.later(t.columns[name])}
                  disabled={index === columns.length - 1}
                  onClick={() => change({ columns: moveColumn(columns, name, 1) })}
                />
              </li>
            ))}
          </ul>
        </fieldset>
        {hides ? (
          <fieldset>
            <legend>{t.shown}</legend>
            <Check
              label={t.archived}
              checked={appearance.archived}
              onChange={(event) => change({ archived: event.currentTarget.checked })}
            />
            <Check
              label={t.shared}
              checked={appearance.shared}
              onChange={(event) => change({ shared: event.currentTarget.checked })}
            />
          </fieldset>
        ) : null}
      </div>
    </Dialog>
  );
}
