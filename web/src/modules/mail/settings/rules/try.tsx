import './rules.css';
import type { ResultOf } from '@kontor/contract/kernel';
import { ruleCommands, ruleQueries, type RuleCondition } from '@kontor/contract/mail';
import { useState } from 'react';
import { asFailure } from '../../../../client/failure.ts';
import { useAsk, useClient } from '../../../../client/react.tsx';
import { useFormats, useMinute, useShell, useTexts } from '../../../../shell/index.ts';
import { Check, Segments } from '../../../../ui/fields.tsx';
import { Dialog } from '../../../../ui/overlays.tsx';
import { FaultNote } from '../../../../ui/fault-note.tsx';
import { SkeletonBlock, Button, Callout } from '../../../../ui/parts.tsx';
import { saidOf } from '../said-of.ts';
import { sentenceTexts } from './sentence-texts.ts';
import { conditionWords } from './sentences.ts';
import { texts } from './texts.ts';

type Tried = ResultOf<typeof ruleQueries.tryRule>[number];

/** Of which of the newest mails a rule would be true, and why. A rule that is saved, by its id, can be applied to them. */
export function TryDialog({
  name,
  accountId,
  match,
  conditions,
  ruleId,
  onClose,
}: {
  name: string;
  accountId: number | null;
  match: 'all' | 'any';
  conditions: readonly RuleCondition[];
  ruleId: string | undefined;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const [mails, setMails] = useState<'100' | '1000'>('100');
  const [isAll, setAll] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const { data, failure, retry } = useAsk(ruleQueries.tryRule, {
    accountId,
    match,
    conditions: [...conditions],
    mails: mails === '100' ? 100 : 1000,
  });
  const firing = (data ?? []).filter(({ fires }) => fires);
  const chosen = firing.filter(({ aggregateId }) => !left.has(aggregateId));
  const shown = isAll ? (data ?? []) : firing;
  const pick = (aggregateId: string, isPicked: boolean): void =>
    setLeft((known) => new Set(isPicked ? [...known].filter((one) => one !== aggregateId) : [...known, aggregateId]));
  const apply = async (): Promise<void> => {
    if (ruleId === undefined || isBusy) return;
    setBusy(true);
    setFault(undefined);
    try {
      const aggregateIds = chosen.map(({ aggregateId }) => aggregateId);
      const { count } = await client.sendNow(ruleCommands.applyRule, { ruleId, aggregateIds });
      client.ask.touch(['mailRules']);
      notices.show({ text: t.applied(count) });
      onClose();
    } catch (error) {
      setFault(saidOf(t.problems, asFailure(error).code));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t.tryTitle(name)} closeLabel={t.close} size="l" onClose={onClose}>
      <div className="form">
        <p className="quiet">{t.tryHint}</p>
        <Segments
          label={t.tryCount}
          value={mails}
          options={[
            ['100', t.tryCounts['100']],
            ['1000', t.tryCounts['1000']],
          ]}
          onChange={setMails}
        />
        {data === undefined ? (
          failure === undefined ? (
            <SkeletonBlock width="100%" height={160} />
          ) : (
            <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
              {t.tryFailed} {saidOf(t.problems, failure.code)}
            </Callout>
          )
        ) : data.length === 0 ? (
          <p role="status">{t.tryNone}</p>
        ) : (
          <>
            <p role="status">
              <strong>{t.tryFires(firing.length, data.length)}</strong>
            </p>
            {firing.length === data.length ? null : (
              <Check
                label={t.tryOthers}
                checked={isAll}
                onChange={({ currentTarget }) => setAll(currentTarget.checked)}
              />
            )}
            <ul className="rule-tried">
              {shown.map((one) => (
                <TriedMail
                  key={one.aggregateId}
                  one={one}
                  conditions={conditions}
                  isPicked={ruleId !== undefined && one.fires ? !left.has(one.aggregateId) : undefined}
                  onPick={(isPicked) => pick(one.aggregateId, isPicked)}
                />
              ))}
            </ul>
          </>
        )}
        <FaultNote text={fault} />
        {firing.length === 0 ? null : <p className="quiet small">{ruleId === undefined ? t.saveFirst : t.applyHint}</p>}
        <footer>
          <Button onClick={onClose}>{t.close}</Button>
          {ruleId === undefined || firing.length === 0 ? null : (
            <Button kind="primary" disabled={isBusy || chosen.length === 0} onClick={() => void apply()}>
              {isBusy ? t.applying : t.apply(chosen.length)}
            </Button>
          )}
        </footer>
      </div>
    </Dialog>
  );
}

function TriedMail({
  one,
  conditions,
  isPicked,
  onPick,
}: {
  one: Tried;
  conditions: readonly RuleCondition[];
  /** Undefined where it cannot be applied to. */
  isPicked: boolean | undefined;
  onPick: (isPicked: boolean) => void;
}) {
  const t = useTexts(texts);
  const s = useTexts(sentenceTexts);
  const formats = useFormats();
  const now = useMinute();
  const { subject, senderAddress, timestamp, fires, because } = one;
  const title = subject || t.noSubject;
  const why = because
    .flatMap((index) => {
      const condition = conditions[index];
      return condition === undefined ? [] : [conditionWords(condition, s, formats)];
    })
    .join(s.and);
  return (
    <li data-fires={fires}>
      {isPicked === undefined ? null : (
        <input
          type="checkbox"
          aria-label={t.pick(title)}
          checked={isPicked}
          onChange={({ target }) => onPick(target.checked)}
        />
      )}
      <div>
        <p>
          <strong>{title}</strong> <span className="quiet">{senderAddress || t.noSender}</span>
        </p>
        <p className="quiet small">{fires ? t.because(why) : why === '' ? t.notAtAll : t.partly(why)}</p>
      </div>
      <time className="quiet">{formats.short(timestamp, now)}</time>
    </li>
  );
}
