import '../settings.css';
import './rules.css';
import { ruleQueries, type Rule } from '@kontor/contract/mail';
import { useState } from 'react';
import { useAsk, useClient, useValue } from '../../../../client/react.tsx';
import { bothOf } from '../../../../shell/failures/both-of.ts';
import { EditedList } from '../../../../shell/forms/edited-list.tsx';
import { useOpened } from '../../../../shell/forms/use-opened.ts';
import { useFormats, useTexts } from '../../../../shell/index.ts';
import { SelectField } from '../../../../ui/fields.tsx';
import { Button } from '../../../../ui/parts.tsx';
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
  const around = useSurroundings();
  const [accountId, setAccountId] = useState<number | null>(null);
  const answer = bothOf(around, useAsk(ruleQueries.rules, { accountId }));
  const opened = useOpened<BegunRule>(({ rule }) => rule?.ruleId);
  const [tried, setTried] = useState<Rule>();
  const [logged, setLogged] = useState<{ readonly rule: Rule | undefined }>();
  const accounts = around.data?.accounts ?? [];
  const mayChange = accountId === null || accounts.some((one) => one.id === accountId && one.changeable);
  const begin = (draft: RuleDraft): BegunRule => ({ rule: undefined, accountId, draft });
  const whose =
    accounts.length === 0 ? null : (
      <SelectField
        label={t.whose}
        value={String(accountId ?? '')}
        options={[['', t.own], ...accounts.map((one) => [String(one.id), accountName(one)] as const)]}
        onChange={(chosen) => setAccountId(chosen === '' ? null : Number(chosen))}
      />
    );
  return (
    <>
      <EditedList
        t={t}
        icon="funnel"
        answer={answer}
        rowsOf={([, rules]) => rules}
        opened={opened}
        isFixed={!mayChange}
        tools={
          mayChange ? (
            <Button icon="clock-counter-clockwise" onClick={() => setLogged({ rule: undefined })}>
              {t.log}
            </Button>
          ) : undefined
        }
        before={whose}
        whenEmpty={
          around.data !== undefined && mayChange ? (
            <Starters around={around.data} onBegin={(draft) => opened.open(begin(draft))} />
          ) : (
            <p>{t.noneForeign}</p>
          )
        }
        form={({ one = begin(emptyDraft), onSaved }) =>
          around.data === undefined ? null : (
            <RuleForm
              back={t.back}
              begun={one}
              title={one.rule === undefined ? t.newTitle : t.editTitle(one.rule.name)}
              around={around.data}
              onSaved={(ruleId, savedFor) => {
                setAccountId(savedFor);
                onSaved(ruleId);
              }}
              onClose={opened.close}
            />
          )
        }
      >
        {(rules, { focused, onOpen, onRemoved }, [known]: readonly [RuleSurroundings, Rule[]]) => (
          <>
            {mayChange ? null : <p className="quiet">{t.foreign}</p>}
            <RuleList
              key={accountId}
              accountId={accountId}
              rules={rules}
              around={known}
              focused={focused}
              onOpen={(rule) => onOpen({ rule, accountId, draft: draftOf(rule) })}
              onTry={setTried}
              onLog={(rule) => setLogged({ rule })}
              onRemoved={onRemoved}
            />
          </>
        )}
      </EditedList>
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
        <strong>{t.empty}</strong> {t.emptyHint}
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
