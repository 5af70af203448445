import { stateOf } from '@kontor/contract/activity';
import { useLayoutEffect, useRef, useState } from 'react';
import { useRow } from '../../../client/react.tsx';
import { useFormats, useTexts } from '../../../shell/index.ts';
import { Others } from '../others.tsx';
import { texts } from '../texts.ts';
import { listTexts } from './list-texts.ts';
import { lookTexts } from './look-texts.ts';

const GAP = 6;

/** What of an item does not fit into its row. `at`: the row; `x`: where the pointer rests, the row's beginning where a key asked. */
export function Tip({ itemId, at, x }: { itemId: string; at: DOMRect; x: number | undefined }) {
  const t = useTexts(texts);
  const { columns } = useTexts(lookTexts);
  const o = useTexts(listTexts);
  const formats = useFormats();
  const row = useRow(itemId);
  const ref = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: at.left, top: at.bottom + GAP });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    if (!element.matches(':popover-open')) element.showPopover();
    const box = element.getBoundingClientRect();
    const below = at.bottom + GAP + box.height <= window.innerHeight - GAP;
    setPlace({
      left: Math.max(GAP, Math.min(x ?? at.left + 16, window.innerWidth - box.width - GAP)),
      top: below ? at.bottom + GAP : Math.max(GAP, at.top - box.height - GAP),
    });
  }, [at, x]);
  if (row === undefined) return null;
  const lines: readonly (readonly [string, string])[] = [
    [columns.contact, row.contact || t.nobody],
    [columns.information, row.information || t.noSubject],
    [columns.channel, row.channel],
    [columns.moduleInformation, row.context === '' ? t.kinds[row.moduleName] : row.context],
    [o.direction, row.direction === 'bidirectional' ? '' : o.directions[row.direction]],
    [columns.timestamp, formats.full(row.timestamp)],
    [t.stateLabel, t.states[stateOf(row.status)]],
  ];
  return (
    <div ref={ref} className="tip" role="tooltip" popover="manual" style={place}>
      <dl>
        {lines.map(([name, value]) =>
          value === '' ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      <Others row={row} words />
    </div>
  );
}
