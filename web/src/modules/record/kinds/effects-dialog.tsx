import type { FieldKind, KindEffects } from '@kontor/contract/record';
import { useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button, Icon } from '../../../ui/parts.tsx';
import { LISTS, isOfPersons, type Design } from './design.ts';
import { effectTexts } from './effect-texts.ts';
import { formTexts } from './form-texts.ts';
import { kindTexts } from './kind-texts.ts';

type Counted = KindEffects['required'][number];

/** What saving would do to the records, before it is done. */
export function EffectsDialog({
  design,
  effects,
  records,
  isBusy,
  onTake,
  onClose,
}: {
  design: Design;
  effects: KindEffects;
  /** How many there are of the kind. */
  records: number;
  isBusy: boolean;
  onTake: () => void;
  onClose: () => void;
}) {
  const t = useTexts(kindTexts);
  const f = useTexts(formTexts);
  const labelOf = ({ key, ofPersons }: Counted): string => {
    const lists = LISTS.filter((list) => isOfPersons(list) === ofPersons);
    return (
      lists.flatMap((list) => design.lists[list].find(({ field }) => field.key === key) ?? [])[0]?.field.label ?? key
    );
  };
  const kindOf = (kind: string): string => f.kinds[kind as FieldKind] ?? kind;
  const e = useTexts(effectTexts);
  const lines = [
    ...effects.converted.map((one) => ({
      one,
      text: e.converted(labelOf(one), kindOf(one.from), kindOf(one.to), one.records, one.ofPersons),
      more: one.lossy > 0 ? e.lossy(one.lossy, one.ofPersons) : undefined,
    })),
    ...effects.choices.map((one) => ({
      one,
      text: e.choices(labelOf(one), one.choice, one.records, one.ofPersons),
      more: undefined,
    })),
    ...effects.renamed.map((one) => ({
      one,
      text: e.renamed(labelOf(one), one.choice, one.to, one.records, one.ofPersons),
      more: undefined,
    })),
    ...(['required', 'unique', 'retired', 'returned'] as const).flatMap((what) =>
      effects[what].map((one) => ({ one, text: e[what](labelOf(one), one.records, one.ofPersons), more: undefined })),
    ),
  ].filter(({ one }) => one.records > 0);
  return (
    <Dialog title={e.title} closeLabel={t.close} onClose={onClose}>
      <p className="quiet">{e.of(records)}</p>
      <ul className="kind-effects">
        {lines.map(({ text, more }) => (
          <li key={text}>
            <p>{text}</p>
            {more === undefined ? null : (
              <p className="kind-lossy">
                <Icon name="warning" small /> {more}
              </p>
            )}
          </li>
        ))}
      </ul>
      <footer>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="primary" autoFocus aria-disabled={isBusy} onClick={() => (isBusy ? undefined : onTake())}>
          {e.take}
        </Button>
      </footer>
    </Dialog>
  );
}
