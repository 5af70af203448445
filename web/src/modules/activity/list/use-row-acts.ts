import { useShell } from '../../../shell/index.ts';
import { isLeft } from '../actions/actions.ts';
import { useAct } from '../actions/use-act.ts';
import { useQuestion } from '../actions/use-question.tsx';
import { useMarks } from './use-marks.ts';
import type { Opening } from './use-opening.ts';
import type { ShownSelection } from './use-selection.ts';
import type { ShownRows } from './use-shown-rows.ts';

/** Returns what acts on rows of a list, at once or after a question, and what marks whole groups of rows. */
export function useRowActs(rows: ShownRows, [selection, setSelection]: ShownSelection, opening: Opening) {
  const { list, threads, groups, folded, fold } = rows;
  const { tabs } = useShell();
  const perform = useAct();
  const [doTo, question] = useQuestion((action, keys, end) => {
    opening.stay();
    const whole = threads.whole(keys);
    perform(action, whole, end);
    setSelection((current) => ({ ...current, selected: new Set() }));
    if (isLeft(action)) tabs.leave(whole);
  }, threads.whole);
  const marks = useMarks(groups, list, selection, (selected, group) => {
    if (folded.has(group)) fold(group);
    setSelection((current) => ({ ...current, selected }));
  });
  return { doTo, question, marks };
}
