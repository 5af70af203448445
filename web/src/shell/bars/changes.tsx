import { useState } from 'react';
import type { QueuedCommand } from '../../client/core/command.ts';
import type { Client } from '../../client/client.ts';
import { useClient, useValue } from '../../client/react.tsx';
import { Button } from '../../ui/parts.tsx';
import { useLanguage, useTexts } from '../context.tsx';
import { LOCALES } from '../language.ts';
import { texts } from './changes-texts.ts';

type Catalogue = ReturnType<typeof useTexts<(typeof texts)['de']>>;
const named = (words: Readonly<Record<string, string>>, name: string): string | undefined => words[name];

/** What a command does, in words: `3 mails → Done`. One that another version of Kontor has noted has no words of its own here. */
function inWords(t: Catalogue, { name, params, keys }: QueuedCommand): string {
  const { state, versions } = (params ?? {}) as { state?: unknown; versions?: object };
  const count =
    versions !== undefined
      ? t.settings(Object.keys(versions).length)
      : name.startsWith('filter.')
        ? t.filters(keys.length)
        : name.startsWith('document.')
          ? t.documents(1)
          : name.startsWith('record.')
            ? t.records(1)
            : keys.every((key) => key.startsWith('email:')) || name.startsWith('mail.')
              ? t.mails(Math.max(1, keys.length))
              : t.items(keys.length);
  const action = named(t.actions, typeof state === 'string' ? state : name) ?? named(t.actions, name) ?? t.otherAction;
  return `${count} → ${action}`;
}

/** What the items are called now or, where they are not known here, were called when the change was made. */
function titlesOf(client: Client, t: Catalogue, { name, params, keys, titles }: QueuedCommand): string {
  if (name === 'filter.save') return (params as { name: string }).name;
  if (name.startsWith('filter.')) return '';
  if (name.startsWith('document.')) return (params as { fileName?: string }).fileName ?? '';
  if (name === 'mail.send') return (params as { subject?: string }).subject ?? '';
  if (name === 'task.create') return (params as { title?: string }).title ?? '';
  const known = keys.slice(0, 3).map((key, index) => client.store.get(key)?.information ?? titles?.[index] ?? '');
  const shown = known.filter((title) => title !== '');
  const rest = keys.length - shown.length;
  return shown.length === 0 ? '' : [...shown, ...(rest > 0 ? [t.more(rest)] : [])].join(' · ');
}

function download(commands: readonly QueuedCommand[], name: string): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(commands, undefined, 2)], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/** Every change that the server has not carried out yet, with what can be done about it, and those that it has lately. */
export function Changes() {
  const t = useTexts(texts);
  const client = useClient();
  const commands = useValue(client.waiting);
  const done = client.queue.done();
  const refused = commands.filter(({ state }) => state === 'refused');
  const waiting = commands.filter(({ state }) => state !== 'refused');
  const idsOf = (some: readonly QueuedCommand[]): string[] => some.map(({ processId }) => processId);
  return (
    <div className="changes">
      <p role="status">{commands.length === 0 ? t.none : waiting.length > 0 ? `${t.waiting(waiting.length)}.` : ''}</p>
      {refused.length > 0 ? (
        <section>
          <h2>{t.refused(refused.length)}</h2>
          <p className="quiet small">{t.refusedHint(refused.length)}</p>
          <ChangeList commands={refused} />
        </section>
      ) : null}
      <ChangeList commands={waiting} />
      {commands.length > 0 ? (
        <footer>
          {refused.length > 1 ? (
            <Button onClick={() => void client.queue.retry(idsOf(refused))}>{t.retryAll}</Button>
          ) : null}
          <Button
            icon="download-simple"
            onClick={() =>
              download([...commands, ...done], `kontor-${client.account.name}-${client.account.user}.json`)
            }
          >
            {t.download}
          </Button>
          {commands.length > 1 ? (
            <DiscardAll count={commands.length} onDiscard={() => void client.queue.discard(idsOf(commands))} />
          ) : null}
        </footer>
      ) : null}
      <section>
        <h2>{t.done}</h2>
        {done.length === 0 ? <p className="quiet small">{t.doneNone}</p> : <ChangeList commands={done} />}
      </section>
    </div>
  );
}

function ChangeList({ commands }: { commands: readonly QueuedCommand[] }) {
  return (
    <ul className="waiting-list">
      {commands.map((command) => (
        <Change key={command.processId} command={command} />
      ))}
    </ul>
  );
}

function Change({ command }: { command: QueuedCommand }) {
  const t = useTexts(texts);
  const client = useClient();
  const language = useLanguage();
  const time = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'short', timeStyle: 'short' });
  const { state, refusal, processId } = command;
  const what = inWords(t, command);
  const titles = titlesOf(client, t, command);
  const reason = refusal === undefined ? undefined : (named(t.reasons, refusal.code) ?? t.otherReason(refusal.code));
  const more = [
    time.format(command.settledAt ?? command.createdAt),
    t.state[state],
    ...(command.kept === 'memory' && state !== 'done' ? [t.memory] : []),
    ...(reason === undefined ? [] : [reason]),
    ...(state === 'unknown' ? [t.unknownHint] : []),
  ].join(' · ');
  return (
    <li>
      <div>
        <strong>{what}</strong>
        {titles === '' ? null : <div className="titles">{titles}</div>}
        <small>{more}</small>
      </div>
      {state === 'refused' ? (
        <Button aria-label={t.about(t.retry, what)} onClick={() => void client.queue.retry([processId])}>
          {t.retry}
        </Button>
      ) : null}
      {state === 'done' ? null : (
        <Button
          kind="danger"
          aria-label={t.about(t.discard, what)}
          onClick={() => void client.queue.discard([processId])}
        >
          {t.discard}
        </Button>
      )}
    </li>
  );
}

/** Asks once more before everything is given up. */
function DiscardAll({ count, onDiscard }: { count: number; onDiscard: () => void }) {
  const t = useTexts(texts);
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <Button kind="danger" onClick={() => setAsking(true)}>
        {t.discardAll}
      </Button>
    );
  return (
    <>
      <Button autoFocus onClick={() => setAsking(false)}>
        {t.keep}
      </Button>
      <Button
        kind="danger"
        onClick={() => {
          setAsking(false);
          onDiscard();
        }}
      >
        {t.discardSure(count)}
      </Button>
    </>
  );
}
