import type { QueuedCommand } from '../client/core/command.ts';
import { useClient } from '../client/react.tsx';
import { Dialog } from '../ui/overlays.tsx';
import { Button } from '../ui/parts.tsx';
import { useLanguage, useTexts } from './context.tsx';
import { LOCALES } from './language.ts';
import { texts } from './texts.ts';

/** The changes that the server has not got yet, or has refused, with what can be done about them. */
export function Waiting({ commands, onClose }: { commands: readonly QueuedCommand[]; onClose: () => void }) {
  const t = useTexts(texts);
  const { queue } = useClient();
  const language = useLanguage();
  const time = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'short', timeStyle: 'short' });
  const reason = (code: string): string => (t.reasons as Readonly<Record<string, string>>)[code] ?? t.otherReason(code);
  const state = {
    queued: t.stateQueued,
    sending: t.stateSending,
    refused: t.stateRefused,
    unknown: t.stateSending,
    done: t.stateSending,
  };
  return (
    <Dialog title={t.waitingTitle} closeLabel={t.close} onClose={onClose}>
      {commands.length === 0 ? <p>{t.waitingNone}</p> : null}
      <ul className="waiting-list">
        {commands.map((command) => (
          <li key={command.processId}>
            <div>
              {(t.command as Readonly<Record<string, string>>)[command.name] ?? command.name} ·{' '}
              {t.items(command.keys.length)}
              <small>
                {time.format(command.createdAt)} · {state[command.state]}
                {command.refusal === undefined ? '' : ` · ${reason(command.refusal.code)}`}
              </small>
            </div>
            {command.state === 'refused' ? (
              <Button onClick={() => void queue.retry([command.processId])}>{t.retry}</Button>
            ) : null}
            <Button kind="danger" onClick={() => void queue.discard([command.processId])}>
              {t.discard}
            </Button>
          </li>
        ))}
      </ul>
      {commands.length > 1 ? (
        <footer>
          <Button kind="danger" onClick={() => commands.forEach((command) => void queue.discard([command.processId]))}>
            {t.discardAll}
          </Button>
        </footer>
      ) : null}
    </Dialog>
  );
}
