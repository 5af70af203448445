import { activityCommands } from '@kontor/contract/activity';
import { {{name}}Queries, type {{Name}}Detail } from '@kontor/contract/{{name}}';
import { useState } from 'react';
import { Chip } from '../../editor/writing/index.ts';
import { useLanguage, useTexts, useZone } from '../../shell/index.ts';
import { LOCALES } from '../../shell/language.ts';
import { AlarmMoment, discardBy, writtenScreen } from '../activity/detail/index.ts';
import { useLinking } from '../record/index.tsx';
import { {{NAME}}S, {{name}}Of, type {{Name}} } from './fields.ts';
import { texts } from './texts.ts';

/** Says what a field holds. */
function useSaying(): (field: string, value: unknown) => string {
  const format = new Intl.DateTimeFormat(LOCALES[useLanguage()], {
    timeZone: useZone(),
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (field, value) =>
    typeof value !== 'string' ? '' : field === 'alarm' ? format.format(Date.parse(value)) : value;
}

/** One, written in its place. */
export const {{Name}}DetailScreen = writtenScreen({
  modules: ['{{name}}'],
  definition: {{name}}Queries.details,
  edits: {{NAME}}S,
  read: {{name}}Of,
  useWords: () => useTexts(texts),
  useSaying,
  useLinking,
  isBegun: ({ changeable }) => changeable,
  discard: discardBy(activityCommands.deleteItems, (aggregateId) => ({ aggregateIds: [aggregateId] })),
  Chips: {{Name}}Chips,
});

function {{Name}}Chips({
  fields,
  isFixed,
  onWrite,
}: {
  details: {{Name}}Detail;
  fields: {{Name}};
  isFixed: boolean;
  onWrite: (part: Partial<{{Name}}>) => void;
}) {
  const t = useTexts(texts);
  const say = useSaying();
  const [isAsked, setAsked] = useState(false);
  return (
    <div className="written-chips">
      <Chip
        icon="bell"
        label={t.alarm}
        value={say('alarm', fields.alarm) || undefined}
        disabled={isFixed}
        {...(fields.alarm === null
          ? { onClick: () => setAsked(true) }
          : {
              items: [
                { key: 'other', label: t.alarmOther, icon: 'bell', onSelect: () => setAsked(true) },
                { key: 'off', label: t.alarmOff, icon: 'bell-slash', onSelect: () => onWrite({ alarm: null }) },
              ],
            })}
      />
      {isAsked ? (
        <AlarmMoment
          title={t.alarmTitle}
          set={t.alarmSet}
          onMoment={(alarm) => onWrite({ alarm })}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </div>
  );
}
