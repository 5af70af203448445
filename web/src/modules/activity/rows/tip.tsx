import { stateOf, tipQueries, type EntryRow, type Tip as TipOf } from '@kontor/contract/activity';
import { useLayoutEffect, useRef, useState } from 'react';
import { aggregateIdOf } from '../../../client/entry-rows.ts';
import { useAsk, useClient, useRow } from '../../../client/react.tsx';
import { useFormats, useTexts } from '../../../shell/index.ts';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { Others } from './others.tsx';
import { texts } from '../texts.ts';
import { listTexts } from '../lists/list-texts.ts';
import { appearanceTexts } from '../lists/appearance-texts.ts';
import { MAX_IN_TIP, peopleOf } from './tip-rules.ts';

const GAP = 6;

/** An item in full, as far as its row has no room for it. `at`: the row; `x`: where the pointer rests, the row's beginning where a key asked. */
export function Tip({ itemId, at, x }: { itemId: string; at: DOMRect; x: number | undefined }) {
  const row = useRow(itemId);
  const userId = useClient().user.get()?.id ?? 0;
  const { data, failure } = useAsk(
    tipQueries.tips,
    row === undefined ? undefined : { aggregateId: aggregateIdOf(row, userId) },
  );
  const ref = useRef<HTMLDivElement>(null);
  const [position, setPosition] = useState({ left: at.left, top: at.bottom + GAP });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    if (!element.matches(':popover-open')) element.showPopover();
    const box = element.getBoundingClientRect();
    const below = at.bottom + GAP + box.height <= window.innerHeight - GAP;
    setPosition({
      left: Math.max(GAP, Math.min(x ?? at.left + 16, window.innerWidth - box.width - GAP)),
      top: below ? at.bottom + GAP : Math.max(GAP, at.top - box.height - GAP),
    });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it is of another size when more has come
  }, [at, x, data]);
  if (row === undefined || failure?.status === 404) return null;
  return (
    <div ref={ref} className="tip" role="tooltip" popover="manual" style={position}>
      <Lines row={row} tip={data} />
      {data === undefined ? <Others row={row} words /> : <States states={data.states} />}
    </div>
  );
}

/** What is known: at once what the row bears, and the rest when it has come. */
function Lines({ row, tip }: { row: EntryRow; tip: TipOf | undefined }) {
  const t = useTexts(texts);
  const { columns } = useTexts(appearanceTexts);
  const o = useTexts(listTexts);
  const formats = useFormats();
  const { people, more } = peopleOf(tip);
  const mailbox = tip?.mailbox.name ?? '';
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ...(people.length > 0
      ? people.map(([role, names]) => [o.roles[role], names] as const)
      : [[columns.contact, [row.contact || t.nobody]] as const]),
    ['', more > 0 ? [o.morePeople(more)] : []],
    [columns.information, [tip?.information || row.information || t.untitled[row.moduleName]]],
    [columns.channel, [mailbox === '' || mailbox === row.channel ? row.channel : `${mailbox} (${row.channel})`]],
    [columns.moduleInformation, [row.context === '' ? t.kinds[row.moduleName] : row.context]],
    [o.direction, row.direction === 'bidirectional' ? [] : [o.directions[row.direction]]],
    [columns.timestamp, [formats.full(row.timestamp)]],
    [t.stateLabel, [t.states[stateOf(row.status)]]],
  ];
  return (
    <dl>
      {lines.map(([name, values]) =>
        values.every((value) => value === '') ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {values.map((value, index) => (
                <div key={index}>{value}</div>
              ))}
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** Who is how far, where others have it too. */
function States({ states }: { states: TipOf['states'] }) {
  const t = useTexts(texts);
  const o = useTexts(listTexts);
  if (states.length < 2) return null;
  return (
    <ul className="tip-states" aria-label={t.others}>
      {states.slice(0, MAX_IN_TIP).map(({ userId, name, status, isShared }) => (
        <li key={userId}>
          <StatusMark status={status} label={t.states[stateOf(status)]} /> {isShared ? o.bySharing(name) : name}
        </li>
      ))}
    </ul>
  );
}
