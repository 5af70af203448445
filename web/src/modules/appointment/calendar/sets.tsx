import {
  CALENDAR_SETS_KEY,
  MAX_CALENDARS,
  appointmentCommands,
  appointmentQueries,
  type CalendarSet,
} from '@kontor/contract/appointment';
import { tidyName } from '@kontor/contract/kernel';
import { useState } from 'react';
import type { Failure } from '../../../client/failure.ts';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { Confirm } from '../../../shell/forms/confirm.tsx';
import { useAttempt } from '../../../shell/forms/use-attempt.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useShell, useTexts } from '../../../shell/index.ts';
import { Check, TextField } from '../../../ui/fields.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { Button, Icon, IconButton } from '../../../ui/parts.tsx';
import { setsTexts } from './sets-texts.ts';

const MAX_NAME = 60;
const NONE: readonly CalendarSet[] = [];

/** What is said of a failure about sets. */
function useSetsProblem(): (failure: Failure) => string {
  const t = useTexts(setsTexts);
  return ({ code, kind, problem }) => {
    if (kind === 'offline') return t.offline;
    if (code === 'NOT_FOUND') return t.gone;
    if (code === 'RIGHT_MISSING') return t.forbidden;
    if (code !== 'TOO_MANY_CALENDAR_SETS') return t.failed;
    const { max = 0 } = (problem?.data ?? {}) as { readonly max?: number };
    return t.tooMany(max);
  };
}

/** Whether two sets of calendars are the same, in whatever order. */
export const isSameSet = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((id) => others.includes(id));

type SetDialog = { readonly kind: 'save' | 'rename' | 'remove'; readonly set: CalendarSet | undefined };
type Written = Omit<CalendarSet, 'id' | 'isOwn' | 'owner'> & { readonly id: number | null };

/** Writes a set, and says so. */
function useSaveSet(): (set: Written, said: string) => Promise<void> {
  const client = useClient();
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  return async ({ id, name, calendars, isShared }, said) => {
    await sendOnce(appointmentCommands.saveSet, { id, name, calendars, isShared });
    client.ask.touch([CALENDAR_SETS_KEY]);
    notices.show({ text: said });
  };
}

/** What can be done with a set. */
function useSetItems(chosen: readonly number[], onDialog: (dialog: SetDialog) => void) {
  const t = useTexts(setsTexts);
  const save = useSaveSet();
  const { attempt } = useAttempt(useSetsProblem());
  return (set: CalendarSet): readonly MenuItem[] => {
    const { name, isShared } = set;
    const write = (part: Partial<Written>, said: string) => (): void =>
      void attempt(() => save({ ...set, ...part }, said));
    const ask = (kind: 'rename' | 'remove') => (): void => onDialog({ kind, set });
    const shareSaid = isShared ? t.unshared(name) : t.shared(name);
    const own: readonly MenuItem[] = [
      { key: 'rename', icon: 'pencil-simple', label: t.rename, onSelect: ask('rename') },
      {
        key: 'share',
        icon: 'users',
        label: isShared ? t.unshare : t.share,
        onSelect: write({ isShared: !isShared }, shareSaid),
      },
      { key: 'take', icon: 'check', label: t.takeShown, onSelect: write({ calendars: [...chosen] }, t.saved(name)) },
    ];
    return [...(set.isOwn ? own : []), { key: 'remove', icon: 'trash', label: t.remove, onSelect: ask('remove') }];
  };
}

/** Calendars that were saved together: one press shows them. */
export function CalendarSets({
  chosen,
  onChoose,
}: {
  chosen: readonly number[];
  onChoose: (calendars: readonly number[]) => void;
}) {
  const t = useTexts(setsTexts);
  const { data, failure, retry } = useAsk(appointmentQueries.sets, {});
  const [menu, setMenu] = useState<{ readonly set: CalendarSet; readonly anchor: DOMRect }>();
  const [dialog, setDialog] = useState<SetDialog>();
  const itemsOf = useSetItems(chosen, setDialog);
  const save = useSaveSet();
  const close = (): void => setDialog(undefined);
  return (
    <section aria-label={t.title}>
      <h2>{t.title}</h2>
      {data === undefined && failure !== undefined ? (
        <p className="cal-sets-failed">
          {failure.kind === 'offline' ? t.listOffline : t.listFailed}{' '}
          <Button kind="plain" onClick={retry}>
            {t.retry}
          </Button>
        </p>
      ) : null}
      <ul>
        {(data ?? NONE).map((set) => (
          <SetLine
            key={set.id}
            set={set}
            isShown={isSameSet(set.calendars, chosen)}
            onChoose={() => onChoose(set.calendars)}
            onMenu={(anchor) => setMenu({ set, anchor })}
          />
        ))}
      </ul>
      <Button
        kind="plain"
        icon="plus"
        disabled={chosen.length === 0 || chosen.length > MAX_CALENDARS}
        onClick={() => setDialog({ kind: 'save', set: undefined })}
      >
        {t.saveShown}
      </Button>
      {menu === undefined ? null : (
        <Menu
          label={t.menuOf(menu.set.name)}
          anchor={menu.anchor}
          items={itemsOf(menu.set)}
          onClose={() => setMenu(undefined)}
        />
      )}
      {dialog?.kind === 'remove' && dialog.set !== undefined ? <RemoveSet set={dialog.set} onClose={close} /> : null}
      {dialog === undefined || dialog.kind === 'remove' ? null : (
        <NameSet
          set={dialog.set}
          onClose={close}
          onName={(name, isShared) => {
            const { id = null, calendars = [...chosen] } = dialog.set ?? {};
            return save({ id, name, isShared, calendars }, t.saved(name));
          }}
        />
      )}
    </section>
  );
}

function SetLine({
  set: { name, calendars, isOwn, isShared, owner },
  isShown,
  onChoose,
  onMenu,
}: {
  set: CalendarSet;
  isShown: boolean;
  onChoose: () => void;
  onMenu: (anchor: DOMRect) => void;
}) {
  const t = useTexts(setsTexts);
  const isAdministrator = useValue(useClient().configuration)?.isAdministrator === true;
  return (
    <li className="cal-set">
      <button
        type="button"
        aria-pressed={isShown}
        disabled={calendars.length === 0}
        title={isOwn ? undefined : t.of(owner)}
        onClick={onChoose}
      >
        <Icon name="users" small />
        <span className="cal-person-name">{name}</span>
        {isShared ? <Icon name="globe" small label={isOwn ? t.isShared : t.of(owner)} /> : null}
        <span className="quiet">{calendars.length}</span>
      </button>
      {isOwn || isAdministrator ? (
        <IconButton
          icon="dots-three-vertical"
          label={t.menuOf(name)}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => onMenu(currentTarget.getBoundingClientRect())}
        />
      ) : (
        <span className="cal-set-end" />
      )}
    </li>
  );
}

/** Asks what a set is called. `set`: undefined for a new one. */
function NameSet({
  set,
  onName,
  onClose,
}: {
  set: CalendarSet | undefined;
  onName: (name: string, isShared: boolean) => Promise<unknown>;
  onClose: () => void;
}) {
  const t = useTexts(setsTexts);
  const problem = useSetsProblem();
  const [name, setName] = useState(set?.name ?? '');
  const [isShared, setShared] = useState(set?.isShared ?? false);
  const [isTried, setTried] = useState(false);
  const tidy = tidyName(name);
  return (
    <Confirm
      title={set === undefined ? t.newTitle : t.renameTitle(set.name)}
      action={t.save}
      say={problem}
      run={async () => {
        setTried(true);
        if (tidy === '') return;
        await onName(tidy, isShared);
        onClose();
      }}
      onClose={onClose}
    >
      <TextField
        label={t.name}
        autoFocus
        autoComplete="off"
        maxLength={MAX_NAME}
        fault={isTried && tidy === '' ? t.nameFault : undefined}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Check
        label={t.shareAll}
        hint={t.shareHint}
        checked={isShared}
        onChange={({ currentTarget }) => setShared(currentTarget.checked)}
      />
    </Confirm>
  );
}

function RemoveSet({ set, onClose }: { set: CalendarSet; onClose: () => void }) {
  const t = useTexts(setsTexts);
  const client = useClient();
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  const problem = useSetsProblem();
  return (
    <Confirm
      title={t.removeTitle(set.name)}
      action={t.remove}
      danger
      say={problem}
      run={async () => {
        await sendOnce(appointmentCommands.removeSet, { id: set.id });
        client.ask.touch([CALENDAR_SETS_KEY]);
        notices.show({ text: t.removed(set.name) });
        onClose();
      }}
      onClose={onClose}
    >
      <p>{set.isShared ? t.removeSharedHint : t.removeHint}</p>
    </Confirm>
  );
}
