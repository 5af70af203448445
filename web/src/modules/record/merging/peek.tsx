import { recordQueries, type SimilarRecord } from '@kontor/contract/record';
import { useAsk } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { SkeletonBlock, Button, Callout } from '../../../ui/parts.tsx';
import { RecordField } from '../fields/field.tsx';
import { KindDot } from '../link-line.tsx';
import { fieldsOf, isEmpty, valueOf, type Model } from '../fields/values.ts';
import { mergingTexts } from './texts.ts';

/** Another record, to be looked at over what is written. `onTake` does with it what `take` says. */
export function Peek({
  record,
  take,
  onTake,
  onClose,
}: {
  record: SimilarRecord;
  take: string;
  onTake: () => void;
  onClose: () => void;
}) {
  const t = useTexts(mergingTexts);
  const { idoId, idoInstanceId, displayName } = record;
  const { data, failure, retry } = useAsk(recordQueries.model, { idoId, idoInstanceId });
  const model = data?.jsonModel ?? undefined;
  const isGone = data?.isAnDeletedIdo === true || failure?.status === 404;
  return (
    <Dialog title={displayName} closeLabel={t.close} onClose={onClose}>
      {isGone ? (
        <Callout>{t.gone}</Callout>
      ) : model !== undefined ? (
        <Filled model={model} />
      ) : failure === undefined ? (
        <SkeletonBlock width="100%" height={160} />
      ) : (
        <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
          {failure.kind === 'offline' ? t.offline : t.loadFailed}
        </Callout>
      )}
      <footer>
        <Button onClick={onClose}>{t.close}</Button>
        {isGone ? null : (
          <Button kind="primary" autoFocus onClick={onTake}>
            {take}
          </Button>
        )}
      </footer>
    </Dialog>
  );
}

function Filled({ model }: { model: Model }) {
  const t = useTexts(mergingTexts);
  const fields = fieldsOf(model).filter((field) => !isEmpty(valueOf(field)));
  return (
    <div className="record-peek">
      <p className="record-kind">
        <KindDot color={model.instanceColor} /> {model.instanceTitle}
      </p>
      {fields.length === 0 ? <p className="quiet">{t.nothingFilled}</p> : null}
      {fields.map((field) => (
        <RecordField
          key={field.key}
          field={field}
          value={valueOf(field)}
          fault={undefined}
          isFixed
          theirs={undefined}
          onChange={() => undefined}
          onTakeMine={() => undefined}
          onTakeTheirs={() => undefined}
          onWrite={undefined}
        />
      ))}
    </div>
  );
}
