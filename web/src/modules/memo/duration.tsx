import { useEffect, useState } from 'react';
import { useClient } from '../../client/react.tsx';
import { useTexts } from '../../shell/index.ts';
import { Chip } from '../../editor/writing/index.ts';
import { TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { lengthOf, secondsOf } from './clock.ts';
import { texts } from './texts.ts';

const MINUTES = [5, 10, 15, 30, 60] as const;

/** A clock that runs on this device, also while the memo is not shown: since when, in milliseconds since 1970. */
function useClock(aggregateId: string, onStop: (seconds: number) => void) {
  const { env, key } = useClient();
  const name = `kontor-clock/${key}/${aggregateId}`;
  const [since, setSince] = useState(() => Number(env.settings.getItem(name) ?? 0));
  const [now, setNow] = useState(() => env.now());
  useEffect(() => {
    if (since === 0) return undefined;
    const timer = setInterval(() => setNow(env.now()), 1000);
    return () => clearInterval(timer);
  }, [since, env]);
  return {
    isRunning: since !== 0,
    seconds: since === 0 ? 0 : Math.max(0, Math.floor((now - since) / 1000)),
    start() {
      const at = env.now();
      env.settings.setItem(name, String(at));
      setNow(at);
      setSince(at);
    },
    stop() {
      env.settings.removeItem(name);
      onStop(Math.max(0, Math.round((env.now() - since) / 1000)));
      setSince(0);
    },
  };
}

/** How long it took: chosen, typed, or measured by a clock. */
export function Duration({
  aggregateId,
  value,
  isFixed,
  onChange,
}: {
  aggregateId: string;
  /** Seconds. */
  value: number;
  isFixed: boolean;
  onChange: (seconds: number) => void;
}) {
  const t = useTexts(texts);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const clock = useClock(aggregateId, (seconds) => onChange(value + seconds));
  return (
    <>
      <Chip
        icon="timer"
        label={t.duration}
        value={value + clock.seconds === 0 && !clock.isRunning ? undefined : lengthOf(value + clock.seconds)}
        tone={clock.isRunning ? 'good' : undefined}
        disabled={isFixed}
        items={[
          clock.isRunning
            ? { key: 'stop', label: t.stop, icon: 'pause', onSelect: clock.stop }
            : { key: 'start', label: t.start, icon: 'play', onSelect: clock.start },
          ...MINUTES.map((minutes) => ({
            key: String(minutes),
            label: t.minutes(minutes),
            checked: value === minutes * 60,
            onSelect: () => onChange(minutes * 60),
          })),
          { key: 'other', label: t.otherDuration, apart: true, onSelect: () => setDialogOpen(true) },
          ...(value === 0 ? [] : [{ key: 'none', label: t.noDuration, onSelect: () => onChange(0) }]),
        ]}
      />
      {isDialogOpen ? <DurationDialog value={value} onTake={onChange} onClose={() => setDialogOpen(false)} /> : null}
    </>
  );
}

function DurationDialog({
  value,
  onTake,
  onClose,
}: {
  value: number;
  onTake: (seconds: number) => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const [typed, setTyped] = useState(value === 0 ? '' : String(Math.round(value / 60)));
  const [isWrong, setWrong] = useState(false);
  const take = (): boolean => {
    const seconds = secondsOf(typed);
    if (seconds === undefined) return false;
    onTake(seconds);
    return true;
  };
  return (
    <FormDialog title={t.durationTitle} texts={t} onTake={take} onWrong={() => setWrong(true)} onClose={onClose}>
      <TextField
        label={t.duration}
        hint={t.durationHint}
        fault={isWrong ? t.durationFault : undefined}
        autoFocus
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setWrong(false);
        }}
      />
    </FormDialog>
  );
}
