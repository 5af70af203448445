import type { RecordModel } from '@kontor/contract/record';
import { useTexts } from '../../../shell/index.ts';
import { Callout } from '../../../ui/parts.tsx';
import { dialogTexts } from '../dialog-texts.ts';
import { NowPartOf } from '../merging/now-part-of.tsx';
import type { Model } from '../fields/values.ts';

/** Why it cannot be changed, where that is so. */
export function Standing({
  model,
  into,
  isGone,
  isDirty,
}: {
  model: Model;
  into: RecordModel['mergedInto'];
  isGone: boolean;
  isDirty: boolean;
}) {
  const t = useTexts(dialogTexts);
  if (into !== undefined) return <NowPartOf into={into} isDirty={isDirty} />;
  if (isGone)
    return (
      <Callout tone="fault" icon="warning">
        {isDirty ? t.goneWhile : `${t.gone}. ${t.goneHint}`}
      </Callout>
    );
  return model.allowedActions.save ? null : <p className="quiet">{t.fixed}</p>;
}
