import './sharing.css';
import { MAX_SHARE_MESSAGE } from '@kontor/contract/sharing';
import { useEffect, useId, useState } from 'react';
import { aggregateIdOf } from '../../client/entry-rows.ts';
import { useClient, useValue } from '../../client/react.tsx';
import { Stale, useLanguage, useShell, useTexts } from '../../shell/index.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SkeletonBlock, Button, Callout } from '../../ui/parts.tsx';
import { endShares, reword, share } from './acts.ts';
import { Having } from './having.tsx';
import { PeopleField } from './people-field.tsx';
import { linesOf, type Chosen } from './rules.ts';
import { texts } from './texts.ts';
import { useShares } from './use-shares.ts';

/** Shares items with people and groups, says who has them and through whom, and takes them back. `keys`: of their list entries. */
export function ShareDialog({ keys, onClose }: { keys: readonly string[]; onClose: () => void }) {
  const t = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const language = useLanguage();
  const ownId = useValue(client.user)?.id ?? 0;
  const id = useId();
  const [aggregateIds] = useState(() =>
    keys.flatMap((key) => {
      const row = client.store.get(key);
      return row === undefined ? [] : aggregateIdOf(row, ownId);
    }),
  );
  const { records, stored, available, failure, at, retry } = useShares(aggregateIds);
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [message, setMessage] = useState('');
  const [isTried, setTried] = useState(false);
  const count = aggregateIds.length;
  const isGone = failure?.status === 404 || failure?.status === 403;
  // Taken away while it was asked about: nothing of it is theirs to say any more.
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  const given = { client, notices, language };
  const shareable = (records ?? []).filter(({ mayShare }) => mayShare);
  const fixed = (records?.length ?? 0) - shareable.length;
  const has = (one: Chosen): boolean => {
    if (one.kind === 'address') return false;
    const userIds = one.kind === 'user' ? [one.userId] : one.userIds;
    return userIds.every((userId) =>
      shareable.every(({ window }) =>
        window.globalizedUsers.some((other) => other.userId === userId && other.throughUserId === ownId),
      ),
    );
  };
  const take = (): boolean => {
    setTried(true);
    if (chosen.length === 0 || shareable.length === 0) return false;
    const ids = new Set(shareable.map(({ aggregateId }) => aggregateId));
    share(
      given,
      // What waits still may be refused: what leads back is about what the server has.
      stored.filter(({ aggregateId }) => ids.has(aggregateId)),
      chosen,
      message.trim(),
    );
    return true;
  };
  return (
    <FormDialog
      title={count === 1 ? t.title : t.titleMany(count)}
      texts={{ close: t.close, cancel: t.cancel, take: t.share }}
      className="form share-form"
      onTake={take}
      onClose={onClose}
    >
      {records === undefined ? (
        <Loading failed={failure === undefined ? undefined : failure.kind === 'offline'} onRetry={retry} />
      ) : (
        <>
          <Stale at={at} failure={failure} onRetry={retry} />
          {fixed === 0 ? null : <Callout icon="lock-simple">{t.mayNot(fixed, records.length)}</Callout>}
          {shareable.length === 0 ? null : (
            <>
              <PeopleField
                available={available}
                chosen={chosen}
                has={has}
                fault={isTried && chosen.length === 0 ? t.nobodyChosen : undefined}
                onChange={setChosen}
              />
              <div className="field">
                <label htmlFor={id}>{t.message}</label>
                <textarea
                  id={id}
                  className="input"
                  rows={2}
                  maxLength={MAX_SHARE_MESSAGE}
                  aria-describedby={`${id}-hint`}
                  value={message}
                  onChange={({ currentTarget }) => setMessage(currentTarget.value)}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
                    event.preventDefault();
                    event.currentTarget.form?.requestSubmit();
                  }}
                />
                <span id={`${id}-hint`} className="hint">
                  {t.messageHint}
                </span>
              </div>
            </>
          )}
          <Having
            lines={linesOf(records)}
            all={count}
            ownId={ownId}
            onEnd={(line) =>
              endShares(given, stored, line.endable, line.endable.every((userId) => userId === ownId) ? '' : line.name)
            }
            onReword={(text) => reword(given, stored, text)}
          />
        </>
      )}
    </FormDialog>
  );
}

function Loading({ failed, onRetry }: { failed: boolean | undefined; onRetry: () => void }) {
  const t = useTexts(texts);
  if (failed === undefined)
    return (
      <div className="share-skeleton" aria-hidden="true">
        <SkeletonBlock width="100%" height={40} />
        <SkeletonBlock width="100%" height={64} />
        <SkeletonBlock width="60%" />
      </div>
    );
  return (
    <Callout
      tone="fault"
      icon={failed ? 'cloud-slash' : 'warning'}
      action={<Button onClick={onRetry}>{t.retry}</Button>}
    >
      {failed ? t.failedOffline : t.failed}
    </Callout>
  );
}
