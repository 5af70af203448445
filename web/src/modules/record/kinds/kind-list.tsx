import { MAX_KINDS, kindCommands, kindQueries, recordQueries, type RecordInstance } from '@kontor/contract/record';
import { useState } from 'react';
import { asFailure, type Failure } from '../../../client/failure.ts';
import { useAsk, useClient } from '../../../client/react.tsx';
import { Failed, Link, useGo, useShell, useTexts } from '../../../shell/index.ts';
import { movedTo } from '../../../ui/moved-to.ts';
import { OrderList } from '../../../ui/order-list.tsx';
import { SkeletonBlock, Button, Callout, IconButton, StatePage } from '../../../ui/parts.tsx';
import { KindDot } from '../link-line.tsx';
import { RemoveDialog } from '../remove-dialog.tsx';
import { texts as recordTexts } from '../texts.ts';
import { problemOf } from '../use-links.ts';
import { kindsHref } from './address.ts';
import { kindTexts } from './kind-texts.ts';

/** All kinds in their order, with how many records each has. */
export function KindList() {
  const t = useTexts(kindTexts);
  const go = useGo();
  const { data, failure, retry } = useAsk(recordQueries.instances, {});
  if (data === undefined) {
    if (failure === undefined) return <SkeletonBlock width="100%" height={240} />;
    return <Failed failure={failure} title={t.failed} onRetry={retry} />;
  }
  const isFull = data.length >= MAX_KINDS;
  const add = (
    <Button kind="primary" icon="plus" disabled={isFull} onClick={() => go(kindsHref('new'))}>
      {t.add}
    </Button>
  );
  return (
    <section className="kind-list">
      <header>
        <p className="quiet">{t.intro}</p>
        {data.length === 0 ? null : add}
      </header>
      {isFull ? <p className="quiet small">{t.full}</p> : null}
      {data.length === 0 ? (
        <StatePage icon="address-book" title={t.none} action={add}>
          {t.noneHint}
        </StatePage>
      ) : (
        <Ordered kinds={data} onChanged={retry} />
      )}
    </section>
  );
}

function Ordered({ kinds, onChanged }: { kinds: readonly RecordInstance[]; onChanged: () => void }) {
  const t = useTexts(kindTexts);
  const client = useClient();
  const counts = useAsk(recordQueries.counts, { fulltextSearch: '', detailsSearch: '' }).data;
  /** The order that was chosen here, until it is told. */
  const [order, setOrder] = useState<readonly number[]>();
  const [failed, setFailed] = useState(false);
  const [removed, setRemoved] = useState<RecordInstance>();
  const rank = ({ ID }: RecordInstance): number => {
    const at = order?.indexOf(ID) ?? -1;
    return at === -1 ? kinds.length : at;
  };
  const shown = order === undefined ? kinds : kinds.toSorted((one, other) => rank(one) - rank(other));
  const move = async (from: number, to: number): Promise<void> => {
    const next = movedTo(
      shown.map(({ ID }) => ID),
      from,
      to,
    );
    setOrder(next);
    setFailed(false);
    try {
      await client.sendNow(kindCommands.orderKinds, { idoInstanceIds: [...next] });
    } catch {
      setOrder(undefined);
      setFailed(true);
    }
    onChanged();
  };
  return (
    <>
      {failed ? (
        <Callout tone="fault" icon="warning">
          {t.orderFailed}
        </Callout>
      ) : null}
      <h2 id="kinds-order" className="hidden-text">
        {t.order}
      </h2>
      <OrderList
        labelledBy="kinds-order"
        t={t}
        onMove={(from, to) => void move(from, to)}
        rows={shown.map((kind) => {
          const count = counts?.find(({ instanceId }) => instanceId === kind.ID)?.totalCount;
          const fields = kind.fields.leftColumn.length + kind.fields.rightColumn.length;
          return {
            key: String(kind.ID),
            name: kind.Name,
            sign: <KindDot color={kind.Color} />,
            shown: (
              <Link to={kindsHref(kind.ID)} className="kind-row">
                <span>{kind.Name}</span>
                <small className="quiet">
                  {count === undefined ? '' : `${t.records(count)} · `}
                  {t.fields(fields)}
                </small>
              </Link>
            ),
            ends: <IconButton icon="trash" label={t.remove(kind.Name)} onClick={() => setRemoved(kind)} />,
          };
        })}
      />
      {removed === undefined ? null : (
        <Removing kind={removed} kinds={kinds} onRemoved={onChanged} onClose={() => setRemoved(undefined)} />
      )}
    </>
  );
}

interface InUse {
  readonly records?: number;
  readonly fields?: readonly { readonly idoInstanceId: number; readonly key: string; readonly label?: string }[];
}

/** Asks before a kind is deleted. What is still made of it stands in the way, and is said with its number. */
function Removing({
  kind: { ID, Name },
  kinds,
  onRemoved,
  onClose,
}: {
  kind: RecordInstance;
  kinds: readonly RecordInstance[];
  onRemoved: () => void;
  onClose: () => void;
}) {
  const t = useTexts(kindTexts);
  const general = useTexts(recordTexts);
  const client = useClient();
  const { notices } = useShell();
  const whole = useAsk(kindQueries.kind, { idoInstanceId: ID }).data;
  const remove = async (): Promise<void> => {
    const version = whole?.version ?? (await client.ask.run(kindQueries.kind, { idoInstanceId: ID })).version;
    await client.sendNow(kindCommands.deleteKind, { idoInstanceId: ID, version });
    notices.show({ text: t.removed(Name) });
    onRemoved();
    onClose();
  };
  const faultOf = (given: Failure): string => {
    const failure = asFailure(given);
    if (failure.code === 'KIND_CONFLICT') return t.changedMeanwhile;
    if (failure.code !== 'KIND_IN_USE') return problemOf(general, failure);
    const { records = 0, fields = [] } = (failure.problem?.data ?? {}) as InUse;
    if (fields.length === 0) return t.inUse(records);
    const names = fields.map(({ idoInstanceId, key, label }) => {
      const of = kinds.find((one) => one.ID === idoInstanceId);
      const all = of === undefined ? [] : [...of.fields.leftColumn, ...of.fields.rightColumn];
      return `${of?.Name ?? ''}: ${label ?? all.find((one) => one.key === key)?.label ?? key}`;
    });
    return t.referred(names.join(', '));
  };
  return (
    <RemoveDialog
      title={t.removeTitle}
      text={t.removeText(Name)}
      label={t.removeLabel}
      remove={remove}
      faultOf={faultOf}
      hint={(whole?.records ?? 0) > 0 ? t.inUse(whole?.records ?? 0) : undefined}
      onClose={onClose}
    />
  );
}
