import './rules.css';
import type { ResultOf } from '@kontor/contract/kernel';
import { ruleQueries } from '@kontor/contract/mail';
import { useState } from 'react';
import { useAsk } from '../../../../client/react.tsx';
import { useFormats, useTexts } from '../../../../shell/index.ts';
import { Dialog } from '../../../../ui/overlays.tsx';
import { SkeletonBlock, Button, Callout, Icon } from '../../../../ui/parts.tsx';
import { useOpenMail } from '../../reader/use-open-mail.ts';
import { saidOf } from '../said-of.ts';
import { sentenceTexts } from './sentence-texts.ts';
import { skipTexts } from './skip-texts.ts';
import { texts } from './texts.ts';

type Entry = ResultOf<typeof ruleQueries.ruleLog>[number];

/** Mails of one answer; there may be more where there are so many. */
const A_PAGE = 200;

/** What rules did, of an account or of the person's own, or one of them. */
export function LogDialog({
  accountId,
  rule,
  onClose,
}: {
  accountId: number | null;
  rule: { readonly ruleId: string; readonly name: string } | undefined;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  return (
    <Dialog
      title={rule === undefined ? t.logTitle : t.logTitleOf(rule.name)}
      closeLabel={t.close}
      size="l"
      onClose={onClose}
    >
      <div className="form">
        <p className="quiet">{t.logHint}</p>
        <Page accountId={accountId} ruleId={rule?.ruleId ?? null} before={null} onClose={onClose} />
        <footer>
          <Button onClick={onClose}>{t.close}</Button>
        </footer>
      </div>
    </Dialog>
  );
}

/** A part of the log, and, once it is asked for, what was before it. */
function Page({
  accountId,
  ruleId,
  before,
  onClose,
}: {
  accountId: number | null;
  ruleId: string | null;
  before: number | null;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const [isOlderShown, setOlderShown] = useState(false);
  const { data, failure, retry } = useAsk(ruleQueries.ruleLog, { accountId, ruleId, before });
  if (data === undefined)
    return failure === undefined ? (
      <SkeletonBlock width="100%" height={120} />
    ) : (
      <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
        {t.logFailed} {saidOf(t.problems, failure.code)}
      </Callout>
    );
  if (data.length === 0) return before === null ? <p role="status">{t.logNone}</p> : null;
  const oldest = data.at(-1)?.at ?? null;
  return (
    <>
      <ul className="rule-log">
        {data.map((entry, index) => (
          // Applied twice, a rule stands there twice for the same mail and moment.
          <Line key={`${entry.at} ${entry.ruleId} ${index}`} entry={entry} onClose={onClose} />
        ))}
      </ul>
      {isOlderShown ? (
        <Page accountId={accountId} ruleId={ruleId} before={oldest} onClose={onClose} />
      ) : data.length < A_PAGE ? null : (
        <div>
          <Button onClick={() => setOlderShown(true)}>{t.older}</Button>
        </div>
      )}
    </>
  );
}

function Line({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const t = useTexts(texts);
  const { kinds } = useTexts(sentenceTexts);
  const whys = useTexts(skipTexts);
  const formats = useFormats();
  const openMail = useOpenMail();
  const { at, aggregateId, subject, name, actions } = entry;
  return (
    <li>
      <p>
        {aggregateId === null ? (
          <span className="quiet">{t.logHidden}</span>
        ) : (
          <button
            type="button"
            className="link-button"
            onClick={() => {
              onClose();
              openMail(aggregateId);
            }}
          >
            {subject || t.noSubject}
          </button>
        )}
      </p>
      <p className="quiet small">
        {name} · <time>{formats.full(at / 1000)}</time>
      </p>
      <ul>
        {actions.map(({ kind, outcome, why }, index) => (
          <li key={`${index} ${kind}`} data-outcome={outcome}>
            <Icon name={outcome === 'done' ? 'check' : 'warning'} small label={t[outcome]} />
            <span>
              {(kinds as Readonly<Record<string, string>>)[kind] ?? t.otherKind}
              {why === '' ? null : <span className="quiet"> – {saidOf(whys, why)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}
