import './sharing.css';
import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import { useMemo, useState } from 'react';
import { aggregateIdOf } from '../../client/entry-rows.ts';
import { useClient, useRow, useValue } from '../../client/react.tsx';
import { useFormats, useLanguage, useMinute, useShell, useTexts } from '../../shell/index.ts';
import { Button, Icon } from '../../ui/parts.tsx';
import { endShares } from './acts.ts';
import { askToShare } from './items-to-share.ts';
import { LetGo } from './let-go.tsx';
import { linesOf, type Line } from './rules.ts';
import { texts } from './texts.ts';
import { useShares } from './use-shares.ts';

/** Most people who are named over an item. */
const MAX_NAMED = 3;

/** Over an item that is shared: by whom with oneself, with their words, and with whom else. */
export function ShareLines({ itemId }: { itemId: string }) {
  const row = useRow(itemId);
  const ownId = useValue(useClient().user)?.id ?? 0;
  const aggregateId = row === undefined ? undefined : aggregateIdOf(row, ownId);
  return aggregateId === undefined ? null : <Lines key={itemId} aggregateId={aggregateId} ownId={ownId} />;
}

function Lines({ aggregateId, ownId }: { aggregateId: string; ownId: number }) {
  const t = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const language = useLanguage();
  const ids = useMemo(() => [aggregateId], [aggregateId]);
  const { records, stored } = useShares(ids);
  const lines = linesOf(records ?? []);
  const isToSelf = ({ people }: Line): boolean => people.some(({ userId }) => userId === ownId);
  const mine = lines.filter(isToSelf);
  const names = [
    ...new Set(
      lines.flatMap(({ isGroup, name, people }) =>
        isGroup && people.every(({ userId }) => userId !== ownId)
          ? [name]
          : people.filter(({ userId }) => userId !== ownId).map(({ displayName }) => displayName),
      ),
    ),
  ];
  const [leaving, setLeaving] = useState<Line>();
  if (lines.length === 0) return null;
  return (
    <section className="share-lines" aria-label={t.lineLabel}>
      {mine.map((line) => (
        <ToSelf key={line.key} line={line} onLetGo={() => setLeaving(line)} />
      ))}
      {names.length === 0 ? null : <WithOthers names={names} aggregateId={aggregateId} />}
      {leaving === undefined ? null : (
        <LetGo
          name={leaving.through.name}
          onTake={() => endShares({ client, notices, language }, stored, [ownId], '')}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </section>
  );
}

function ToSelf({ line: { through, message, timestamp }, onLetGo }: { line: Line; onLetGo: () => void }) {
  const t = useTexts(texts);
  const formats = useFormats();
  const now = useMinute();
  return (
    <p className="share-line-over">
      <Icon name="users" small />
      <span className="share-over-text">
        <span>
          <strong>{t.sharedBy(through.name)}</strong>
          {message === '' ? null : (
            <>
              : <span className="share-quote">{t.quote(message)}</span>
            </>
          )}
        </span>{' '}
        <time className="quiet small" title={formats.full(timestamp)}>
          {formats.short(timestamp, now)}
        </time>
      </span>
      <Button kind="plain" onClick={onLetGo}>
        {t.letGo}
      </Button>
    </p>
  );
}

function WithOthers({ names, aggregateId }: { names: readonly string[]; aggregateId: string }) {
  const t = useTexts(texts);
  const rest = names.length - MAX_NAMED;
  const id = parseAggregateId(aggregateId);
  const said = [...names.slice(0, MAX_NAMED), ...(rest > 0 ? [t.others(rest)] : [])];
  const last = said.at(-1) ?? '';
  const text = said.length === 1 ? last : `${said.slice(0, -1).join(', ')} ${t.and} ${last}`;
  return (
    <p className="share-line-over">
      <button
        type="button"
        className="share-with"
        title={names.join(', ')}
        onClick={() => (id === undefined ? undefined : askToShare([itemKey(id)]))}
      >
        <Icon name="users" small />
        <span>{t.sharedWith(text)}</span>
      </button>
    </p>
  );
}
