import {
  DATE_ORDERS,
  DUPLICATE_WAYS,
  UNKNOWN_CHOICES,
  importCommands,
  importQueries,
  type ImportSetup,
  type RecordInstance,
} from '@kontor/contract/record';
import type { ImportReading } from '@kontor/contract/kernel';
import { useEffect, useState } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { Columns } from '../../../shell/importing/columns.tsx';
import { FileReading } from '../../../shell/importing/reading.tsx';
import { importTexts } from '../../../shell/importing/texts.ts';
import { useTexts } from '../../../shell/index.ts';
import { Check, SelectField, Segments } from '../../../ui/fields.tsx';
import { SkeletonBlock, Button, Callout } from '../../../ui/parts.tsx';
import { Constants } from './constants.tsx';
import { labelOf, targetsOf } from './fields.ts';
import { saidOf } from './said-of.ts';
import { texts } from './texts.ts';
import type { ImportActs, OneImport } from './acts.ts';

/** What is chosen is kept after a pause. */
const KEEP_MS = 600;

/** How the file is read, and where its columns go. */
export function Setup({ one, kind, acts }: { one: OneImport; kind: RecordInstance; acts: ImportActs }) {
  const t = useTexts(texts);
  const frame = useTexts(importTexts);
  const client = useClient();
  const { importId } = one;
  const [reading, setReading] = useState<Partial<ImportReading>>(
    one.setup === null
      ? {}
      : { encoding: one.setup.encoding, delimiter: one.setup.delimiter, hasHeader: one.setup.hasHeader },
  );
  const { data: preview, failure, retry } = useAsk(importQueries.importPreview, { importId, ...reading });
  const [chosen, setChosen] = useState<ImportSetup | null>(one.setup);
  const setup = chosen ?? preview?.setup;
  useEffect(() => {
    if (chosen === null || chosen === one.setup) return undefined;
    // Where it cannot be kept it is still here, and goes along with the check.
    const later = setTimeout(
      () => void client.sendNow(importCommands.saveImport, { importId, setup: chosen }).catch(() => undefined),
      KEEP_MS,
    );
    return () => clearTimeout(later);
  }, [chosen, one.setup, client, importId]);
  if (preview === undefined && failure !== undefined)
    return (
      <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
        {saidOf(t, failure.code)}
      </Callout>
    );
  if (preview === undefined || setup === undefined) return <SkeletonBlock width="100%" height={320} />;
  const change = (part: Partial<ImportSetup>): void => setChosen({ ...setup, ...part });
  /** Read otherwise, the columns are others: what was chosen for them is guessed anew. */
  const read = (part: Partial<ImportReading>): void => {
    setReading({ encoding: setup.encoding, delimiter: setup.delimiter, hasHeader: setup.hasHeader, ...part });
    setChosen(null);
  };
  const targets = targetsOf(kind);
  const used = new Set([...Object.values(setup.targets), ...Object.keys(setup.constants)]);
  const own = targets.filter(({ target, isPerson }) => !isPerson && used.has(target));
  const check = (): void =>
    void acts.send(importCommands.importDryRun, {
      importId,
      setup: { ...setup, keys: setup.keys.filter((key) => used.has(key)) },
    });
  return (
    <>
      <Columns
        guessed={preview.setup.targets}
        chosen={setup.targets}
        groups={[false, true].map((isPerson) => ({
          label: isPerson ? t.person : kind.Name,
          targets: targets
            .filter((one) => one.isPerson === isPerson)
            .map(({ target }) => ({ target, label: labelOf(targets, t.person, target) })),
        }))}
        preview={preview}
        onChange={(next) => change({ targets: next })}
      />
      <Duplicates setup={setup} targets={own} onChange={change} />
      <ValueRules setup={setup} targets={targets} onChange={change} />
      <FileReading reading={setup} isCsv={one.format === 'csv'} onRead={read} />
      <footer className="import-buttons">
        <Button kind="primary" icon="check" disabled={acts.isBusy} onClick={check}>
          {frame.check}
        </Button>
        <Button
          disabled={acts.isBusy}
          onClick={() =>
            void acts
              .send(importCommands.dropImport, { importId })
              .then((isGone) => (isGone ? acts.leave() : undefined))
          }
        >
          {t.drop2}
        </Button>
      </footer>
    </>
  );
}

type Targets = ReturnType<typeof targetsOf>;

/** By what records are known that are there already, and what becomes of those. */
function Duplicates({
  setup,
  targets,
  onChange,
}: {
  setup: ImportSetup;
  targets: Targets;
  onChange: (part: Partial<ImportSetup>) => void;
}) {
  const t = useTexts(texts);
  return (
    <section className="import-card" aria-labelledby="import-duplicates">
      <div>
        <h3 id="import-duplicates">{t.duplicates}</h3>
        <p className="quiet">{t.duplicatesHint}</p>
      </div>
      <fieldset className="import-keys">
        <legend>{t.keys}</legend>
        {targets.map(({ target, field }) => (
          <Check
            key={target}
            label={field.label}
            checked={setup.keys.includes(target)}
            disabled={!setup.keys.includes(target) && setup.keys.length >= 3}
            onChange={({ currentTarget }) =>
              onChange({
                keys: currentTarget.checked ? [...setup.keys, target] : setup.keys.filter((key) => key !== target),
              })
            }
          />
        ))}
      </fieldset>
      {setup.keys.length === 0 ? null : (
        <Segments
          label={t.way}
          value={setup.duplicates}
          options={DUPLICATE_WAYS.map((way) => [way, t.ways[way]])}
          onChange={(duplicates) => onChange({ duplicates })}
        />
      )}
    </section>
  );
}

/** How dates, numbers and choices are meant, and what stands in every record. */
function ValueRules({
  setup,
  targets,
  onChange,
}: {
  setup: ImportSetup;
  targets: Targets;
  onChange: (part: Partial<ImportSetup>) => void;
}) {
  const t = useTexts(texts);
  return (
    <section className="import-card" aria-labelledby="import-values">
      <h3 id="import-values">{t.values}</h3>
      <div className="import-fields">
        <SelectField
          label={t.dates}
          value={setup.dates}
          options={DATE_ORDERS.map((order) => [order, t.dateOrders[order]])}
          onChange={(dates) => onChange({ dates })}
        />
        <SelectField
          label={t.decimal}
          value={setup.decimal}
          options={([',', '.'] as const).map((sign) => [sign, t.decimals[sign]])}
          onChange={(decimal) => onChange({ decimal })}
        />
        <SelectField
          label={t.unknown}
          value={setup.unknownChoices}
          options={UNKNOWN_CHOICES.map((way) => [way, t.unknowns[way]])}
          onChange={(unknownChoices) => onChange({ unknownChoices })}
        />
      </div>
      <Constants targets={targets} constants={setup.constants} onChange={(constants) => onChange({ constants })} />
    </section>
  );
}
