import '../record.css';
import './merging.css';
import { recordQueries, type MergePreview } from '@kontor/contract/record';
import { useState, type CSSProperties } from 'react';
import type { Failure } from '../../../client/failure.ts';
import { useAsk } from '../../../client/react.tsx';
import { Failed, useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { SkeletonBlock, Button, Callout, StatePage } from '../../../ui/parts.tsx';
import type { Merging } from '../open-dialogs.ts';
import { fieldTexts } from '../fields/field-texts.ts';
import { MergeFields } from './merge-fields.tsx';
import { MergeHeads } from './merge-heads.tsx';
import { MergePersons } from './merge-persons.tsx';
import {
  changedSince,
  choicesAfter,
  firstChoices,
  firstKept,
  mergeParams,
  rowsOf,
  type Choices,
} from './merge-rules.ts';
import { mergingTexts } from './texts.ts';
import { useMerge, type MergeTrouble } from './use-merge.ts';

/** Records side by side, and what is to stand in the one that becomes of them. */
export function MergeDialog({ merging, onClose }: { merging: Merging; onClose: () => void }) {
  const t = useTexts(mergingTexts);
  const { idoInstanceId } = merging;
  const [idoIds, setIds] = useState(merging.idoIds);
  const { data, failure, isFetching, retry } = useAsk(recordQueries.mergePreview, {
    idoInstanceId,
    idoIds: [...idoIds],
  });
  // What an earlier look has left is not what is decided on.
  const [isKnown, setKnown] = useState(false);
  if (!isKnown && data !== undefined && !isFetching) setKnown(true);
  return (
    <Dialog title={t.mergeTitle(idoIds.length)} closeLabel={t.close} size="full" onClose={onClose}>
      {data !== undefined && isKnown ? (
        <Deciding
          key={idoIds.join(' ')}
          idoInstanceId={idoInstanceId}
          now={data}
          failure={failure}
          onReload={retry}
          onLeaveOut={
            idoIds.length < 3
              ? undefined
              : (id) => {
                  setKnown(false);
                  setIds(idoIds.filter((other) => other !== id));
                }
          }
          onMerged={(kept, gone) => {
            onClose();
            merging.onMerged?.(kept, gone);
          }}
          onClose={onClose}
        />
      ) : failure === undefined ? (
        <div className="merge-body" aria-hidden="true">
          <SkeletonBlock width="100%" height={90} />
          <SkeletonBlock width="100%" height={220} />
        </div>
      ) : failure.status === 404 ? (
        <StatePage icon="warning" title={t.oneGone} action={<Button onClick={onClose}>{t.close}</Button>} />
      ) : (
        <Failed failure={failure} title={t.previewFailed} offline={t.offline} onRetry={retry} />
      )}
    </Dialog>
  );
}

function Deciding({
  idoInstanceId,
  now,
  failure,
  onReload,
  onLeaveOut,
  onMerged,
  onClose,
}: {
  idoInstanceId: number;
  /** As the records are by now. */
  now: MergePreview;
  failure: Failure | undefined;
  onReload: () => void;
  onLeaveOut: ((idoId: number) => void) | undefined;
  onMerged: (keptId: number, goneIds: readonly number[]) => void;
  onClose: () => void;
}) {
  const t = useTexts(mergingTexts);
  const [shown, setShown] = useState(now);
  const [kept, setKept] = useState(() => firstKept(now));
  const [choices, setChoices] = useState<Choices>(() => firstChoices(now));
  const { merge, isBusy, trouble, forget } = useMerge(onMerged);
  const changed = changedSince(shown, now);
  const name = shown.records.find(({ idoId }) => idoId === kept)?.displayName ?? '';
  const links = shown.links - (shown.records.find(({ idoId }) => idoId === kept)?.links ?? 0);
  const persons = shown.contactPersons.filter(({ idoIds }) => !idoIds.includes(kept)).length;
  const isConflict = trouble?.failure.code === 'RECORD_CONFLICT';
  const reload = (): void => {
    forget();
    if (changed.length === 0) onReload();
    setShown(now);
    setChoices(choicesAfter(choices, now));
  };
  const takeAllOf = (idoId: number): void =>
    setChoices(new Map(rowsOf(shown).flatMap(({ field, isOpen }) => (isOpen ? [[field.key, idoId]] : []))));
  return (
    <>
      <div className="merge-body" style={{ '--sides': shown.records.length } as CSSProperties}>
        {changed.length > 0 || isConflict ? (
          <Callout tone="fault" icon="warning" action={<Button onClick={reload}>{t.reload}</Button>}>
            {t.changedSince(changed.length > 0 ? changed.join(', ') : t.oneOfThem)}
          </Callout>
        ) : null}
        {failure?.status === 404 ? (
          <Callout tone="fault" icon="warning">
            {t.oneGone}
          </Callout>
        ) : null}
        <MergeHeads
          records={shown.records}
          kept={kept}
          onKeep={setKept}
          onTakeAll={takeAllOf}
          onLeaveOut={onLeaveOut}
        />
        <MergeFields
          preview={shown}
          kept={kept}
          choices={choices}
          onChoose={(key, choice) => setChoices(new Map([...choices, [key, choice]]))}
        />
        <MergePersons preview={shown} />
      </div>
      <div className="merge-foot">
        {trouble === undefined || isConflict ? null : <Trouble trouble={trouble} preview={shown} />}
        <p>
          {t.outcome(links, persons, name)} <span className="quiet">{t.back}</span>
        </p>
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button
            kind="primary"
            icon="arrows-merge"
            aria-disabled={isBusy}
            onClick={() => void merge(mergeParams(idoInstanceId, shown, kept, choices), name)}
          >
            {isBusy ? t.merging : t.merge}
          </Button>
        </footer>
      </div>
    </>
  );
}

/** Why they have not become one. */
function Trouble({ trouble: { failure, faults, into }, preview }: { trouble: MergeTrouble; preview: MergePreview }) {
  const t = useTexts(mergingTexts);
  const f = useTexts(fieldTexts);
  const labels = new Map(preview.fields.map(({ key, label }) => [key, label]));
  const known: Readonly<Record<string, string>> = {
    RECORD_MERGED: t.isPartOf(into ?? ''),
    NOT_FOUND: t.oneGone,
    RIGHT_MISSING: t.noRight,
  };
  return (
    <Callout tone="fault" icon="warning">
      {faults.length > 0
        ? faults.map(({ key, why }) => <p key={key}>{t.faultIn(labels.get(key) ?? key, f.faults[why])}</p>)
        : failure.kind === 'offline'
          ? t.offline
          : (known[failure.code] ?? t.failed)}
    </Callout>
  );
}
