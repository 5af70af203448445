import { messageCommands, messageQueries, type MessageRules } from '@kontor/contract/message';
import { useState } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { Answer } from '../../../shell/failures/answer.tsx';
import { useAttempt } from '../../../shell/forms/use-attempt.ts';
import { useTexts } from '../../../shell/index.ts';
import { Check, SelectField } from '../../../ui/fields.tsx';
import { Section } from '../../../ui/section.tsx';
import { rulesTexts } from './texts.ts';

/** Times that can be chosen, in minutes; nothing stands for always. */
const TIMES = ['0', '5', '15', '60', '1440', ''] as const;

/** What holds for the messages of an instance, for its administrators. */
export function RulesPage() {
  const t = useTexts(rulesTexts);
  const answer = useAsk(messageQueries.rules, {});
  return (
    <div className="part">
      <Section intro={t.intro} />
      <Answer answer={answer} rows={2}>
        {(rules) => <Rules rules={rules} onSaved={answer.retry} />}
      </Answer>
    </div>
  );
}

function Rules({ rules, onSaved }: { rules: MessageRules; onSaved: () => void }) {
  const t = useTexts(rulesTexts);
  const client = useClient();
  /** What was chosen and is on its way. */
  const [chosen, setChosen] = useState<Partial<MessageRules>>({});
  const { attempt } = useAttempt(
    ({ kind }) => (kind === 'offline' ? t.offline : t.failed),
    () => {
      setChosen({});
      onSaved();
    },
  );
  const { editMinutes, readMarks } = { ...rules, ...chosen };
  const save = (part: Partial<MessageRules>): void => {
    setChosen(part);
    void attempt(() => client.sendNow(messageCommands.saveRules, { editMinutes, readMarks, ...part }));
  };
  const time = editMinutes === null ? '' : String(editMinutes);
  const known: readonly string[] = TIMES;
  return (
    <div className="form">
      <SelectField
        label={t.edit}
        hint={t.editHint}
        value={time}
        options={[...TIMES, ...(known.includes(time) ? [] : [time])].map((minutes) => [minutes, t.time(minutes)])}
        onChange={(minutes) => save({ editMinutes: minutes === '' ? null : Number(minutes) })}
      />
      <Check
        label={t.readMarks}
        hint={t.readMarksHint}
        checked={readMarks}
        onChange={({ currentTarget }) => save({ readMarks: currentTarget.checked })}
      />
    </div>
  );
}
