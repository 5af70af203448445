import '../settings.css';
import './rules.css';
import { ruleQueries, type Rule } from '@kontor/contract/mail';
import { useState } from 'react';
import type { Failure } from '../../../../client/failure.ts';
import { useAsk, useClient, useValue } from '../../../../client/react.tsx';
import { Failed, useFormats, useTexts } from '../../../../shell/index.ts';
import { SelectField } from '../../../../ui/fields.tsx';
import { SkeletonBlock, Button } from '../../../../ui/parts.tsx';
import { contentOf, draftOf, emptyDraft, starters, type RuleDraft } from './draft.ts';
import { RuleForm, type BegunRule } from './form.tsx';
import { RuleList } from './list.tsx';
import { LogDialog } from './log.tsx';
import { sentenceTexts } from './sentence-texts.ts';
import { ruleWords } from './sentences.ts';
import { texts } from './texts.ts';
import { TryDialog } from './try.tsx';
import { accountName, useSurroundings, type RuleSurroundings } from './use-names.ts';

/** The rules of a person, and of the mailboxes that they see. */
export function Rules() {
  const t = useTexts(texts);
  const { around, failure, retry } = useSurroundings();
  const [accountId, setAccountId] = useState<number | null>(null);
  const [begun, setBegun] = useState<BegunRule>();
  if (around === undefined) return <Waiting failure={failure} onRetry={retry} />;
  if (begun !== undefined) {
    const title = begun.rule === undefined ? t.newTitle : t.editTitle(begun.rule.name);
    return (
      <section className="mail-accounts">
        <h2>{title}</h2>
        <RuleForm
          begun={begun}
          title={title}
          around={around}
          onSaved={(savedFor) => {
            setAccountId(savedFor);
            setBegun(undefined);
          }}
          onClose={() => setBegun(undefined)}
        />
      </section>
    );
  }
  return (
    <section className="mail-accounts">
      <p className="quiet">{t.intro}</p>
      {around.accounts.length === 0 ? null : (
        <SelectField
          label={t.whose}
          value={String(accountId ?? '')}
          options={[['', t.own], ...around.accounts.map((one) => [String(one.id), accountName(one)] as const)]}
          onChange={(chosen) => setAccountId(chosen === '' ? null : Number(chosen))}
        />
      )}
      <RulesOf
        key={accountId}
        accountId={accountId}
        mayChange={accountId === null || around.accounts.some((one) => one.id === accountId && one.changeable)}
        around={around}
        onBegin={setBegun}
      />
    </section>
  );
}

function Waiting({ failure, onRetry }: { failure: Failure | undefined; onRetry: () => void }) {
  const t = useTexts(texts);
  if (failure === undefined) return <SkeletonBlock width="100%" height={140} />;
  return <Failed failure={failure} title={t.failed} onRetry={onRetry} />;
}

function RulesOf({
  accountId,
  mayChange,
  around,
  onBegin,
}: {
  accountId: number | null;
  mayChange: boolean;
  around: RuleSurroundings;
  onBegin: (begun: BegunRule) => void;
}) {
  const t = useTexts(texts);
  const { data, failure, retry } = useAsk(ruleQueries.rules, { accountId });
  const [tried, setTried] = useState<Rule>();
  const [logged, setLogged] = useState<{ readonly rule: Rule | undefined }>();
  if (data === undefined) return <Waiting failure={failure} onRetry={retry} />;
  const begin = (draft: RuleDraft): void => onBegin({ rule: undefined, accountId, draft });
  return (
    <>
      {mayChange ? null : data.length === 0 ? <p>{t.noneForeign}</p> : <p className="quiet">{t.foreign}</p>}
      {data.length > 0 ? (
        <RuleList
          accountId={accountId}
          rules={data}
          around={around}
          onOpen={(rule) => onBegin({ rule, accountId, draft: draftOf(rule) })}
          onTry={setTried}
          onLog={(rule) => setLogged({ rule })}
        />
      ) : mayChange ? (
        <Starters around={around} onBegin={begin} />
      ) : null}
      {mayChange ? (
        <div className="rule-acts">
          <Button kind="primary" icon="plus" onClick={() => begin(emptyDraft)}>
            {t.add}
          </Button>
          <Button icon="clock-counter-clockwise" onClick={() => setLogged({ rule: undefined })}>
            {t.log}
          </Button>
        </div>
      ) : null}
      {tried === undefined ? null : (
        <TryDialog
          name={tried.name}
          accountId={accountId}
          match={tried.match}
          conditions={tried.conditions}
          ruleId={tried.ruleId}
          onClose={() => setTried(undefined)}
        />
      )}
      {logged === undefined ? null : (
        <LogDialog accountId={accountId} rule={logged.rule} onClose={() => setLogged(undefined)} />
      )}
    </>
  );
}

/** What somebody without rules may begin with. */
function Starters({ around, onBegin }: { around: RuleSurroundings; onBegin: (draft: RuleDraft) => void }) {
  const t = useTexts(texts);
  const s = useTexts(sentenceTexts);
  const formats = useFormats();
  const ownId = useValue(useClient().user)?.id ?? 0;
  return (
    <>
      <p>
        <strong>{t.none}</strong> {t.noneHint}
      </p>
      <ul className="framed-list">
        {starters(t.starters, t.starterWords, ownId).map((draft) => (
          <li key={draft.name}>
            <span className="framed-name rule-said">
              <strong>{draft.name}</strong>
              <span className="quiet small">{ruleWords(contentOf(draft), s, around.names, formats)}</span>
            </span>
            <Button aria-label={t.takeOf(draft.name)} onClick={() => onBegin(draft)}>
              {t.take}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
