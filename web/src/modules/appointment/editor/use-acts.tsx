import { appointmentCommands, type AppointmentDetail, type Collisions, type Scope } from '@kontor/contract/appointment';
import { Suspense, useState, type ReactNode } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import type { MenuItem } from '../../../ui/menu.tsx';
import { ItemHistory } from '../../activity/index.tsx';
import { problemWords } from '../problem-words.ts';
import { removalTexts } from '../removal-texts.ts';
import { removeAppointments } from '../removing.ts';
import { ScopeDialog } from '../scopes.tsx';
import { useHistoryWords } from './history-words.ts';
import { keysAfter } from './keys.ts';
import { editorTexts } from './texts.ts';

const DELAYS = { delayDay: appointmentCommands.delayOneDay, delayWeek: appointmentCommands.delayOneWeek } as const;
type Delay = keyof typeof DELAYS;

/** What is done with an appointment beside writing in it. `scopes`: those of a series that may be meant; `onGone`: it is deleted. */
export function useActs(
  details: AppointmentDetail | undefined,
  scopes: readonly Scope[],
  onGone: () => void,
): { readonly items: readonly MenuItem[]; readonly remove: () => void; readonly dialogs: ReactNode } {
  const t = useTexts(editorTexts);
  const r = useTexts(removalTexts);
  const client = useClient();
  const language = useLanguage();
  const { notices } = useShell();
  const sendOnce = useSendOnce();
  const sayHistory = useHistoryWords(details);
  const [asked, setAsked] = useState<Delay | 'remove'>();
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  if (details === undefined) return { items: [], remove: () => undefined, dialogs: null };
  const { aggregateId, calendarId, isHidden, writepermission, title } = details;
  const after = (): void => client.ask.touch(keysAfter(aggregateId, calendarId));

  const remove = (scope: Scope): void => {
    const isWhole = scope === 'all' || !details.repeats;
    removeAppointments({ client, notices, language }, [{ aggregateId, scope, isWhole }]);
    onGone();
  };
  const fail = (error: unknown, again: () => void): void => {
    const text = problemWords(asFailure(error), language);
    notices.show({ text, tone: 'fault', action: { label: t.retry, run: again } });
  };
  const delay = async (by: Delay, scope: Scope, accepted = false): Promise<void> => {
    try {
      await sendOnce(DELAYS[by], { aggregateId, scope, accepted });
      notices.show({ text: t.delayed });
      after();
    } catch (error) {
      const { code, problem } = asFailure(error);
      if (code !== 'APPOINTMENT_COLLIDES') return fail(error, () => void delay(by, scope));
      const names = new Set((problem?.data as Collisions | undefined)?.pairs.map(({ name }) => name));
      notices.show({
        text: t.delayCollides([...names].join(', ')),
        tone: 'fault',
        action: { label: t.delayAnyway, run: () => void delay(by, scope, true) },
      });
    }
  };
  const hide = async (isTo: boolean): Promise<void> => {
    try {
      await sendOnce(appointmentCommands.hide, { aggregateId, isHidden: isTo });
      after();
    } catch (error) {
      fail(error, () => void hide(isTo));
    }
  };
  const run = (what: Delay | 'remove', scope: Scope): void =>
    what === 'remove' ? remove(scope) : void delay(what, scope);
  const ask = (what: Delay | 'remove'): void => (scopes.length > 1 ? setAsked(what) : run(what, scopes[0] ?? 'one'));
  const hiding = {
    key: 'hide',
    label: isHidden ? t.unhide : t.hide,
    icon: isHidden ? ('eye' as const) : ('eye-slash' as const),
  };
  const items: readonly MenuItem[] = [
    ...(writepermission
      ? [
          { key: 'delayDay', label: t.delayDay, icon: 'calendar-blank' as const, onSelect: () => ask('delayDay') },
          { key: 'delayWeek', label: t.delayWeek, icon: 'fast-forward' as const, onSelect: () => ask('delayWeek') },
        ]
      : []),
    { ...hiding, onSelect: () => void hide(!isHidden) },
    { key: 'history', label: t.history, icon: 'clock-counter-clockwise', onSelect: () => setHistoryOpen(true) },
  ];
  const dialogs = (
    <>
      {asked === undefined ? null : (
        <ScopeDialog
          title={asked === 'remove' ? r.title(1) : t.delayTitle}
          scopes={scopes}
          isDanger={asked === 'remove'}
          onChoose={(scope) => run(asked, scope)}
          onClose={() => setAsked(undefined)}
        >
          <p>{asked === 'remove' ? r.hint(title || r.untitled) : t.delayHint}</p>
          {asked === 'remove' ? <p className="quiet">{r.trashHint}</p> : null}
        </ScopeDialog>
      )}
      {isHistoryOpen ? (
        <Suspense>
          <ItemHistory
            aggregateId={aggregateId}
            {...sayHistory}
            isFixed={() => true}
            onClose={() => setHistoryOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
  return { items, remove: () => ask('remove'), dialogs };
}
