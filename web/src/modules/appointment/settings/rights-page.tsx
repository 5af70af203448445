import './settings.css';
import { sessionQueries, type FilterUser } from '@kontor/contract/account';
import {
  CALENDAR_LEVELS,
  CALENDAR_RIGHTS_KEY,
  appointmentCommands,
  appointmentQueries,
  type CalendarLevel,
  type CalendarRight,
} from '@kontor/contract/appointment';
import { useMemo } from 'react';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { Answer } from '../../../shell/failures/answer.tsx';
import { FormEnd } from '../../../shell/forms/form-end.tsx';
import { useForm } from '../../../shell/forms/use-form.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { Portrait, useShell, useTexts } from '../../../shell/index.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { Icon, IconButton } from '../../../ui/parts.tsx';
import { Section } from '../../../ui/section.tsx';
import { PeopleField, availableOf } from '../../sharing/index.tsx';
import { rightKey, rightsDraft, savedRights, withRights, withoutRight, type RightsDraft } from './rights-rules.ts';
import { rightsTexts } from './texts.ts';

const NOBODY: readonly FilterUser[] = [];

/** Who may do what with the person's own calendar. */
export function RightsPage() {
  const t = useTexts(rightsTexts);
  const answer = useAsk(appointmentQueries.rights, {});
  return (
    <div className="part">
      <Section intro={t.intro} />
      <Answer answer={answer} rows={3}>
        {({ rights }) => <Rights rights={rights} />}
      </Answer>
    </div>
  );
}

function Rights({ rights }: { rights: readonly CalendarRight[] }) {
  const t = useTexts(rightsTexts);
  const client = useClient();
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  const ownId = useValue(client.user)?.id;
  const users = useAsk(sessionQueries.moduleUsers, { module: 'appointment' }).data ?? NOBODY;
  const stored = useMemo(() => rightsDraft(rights), [rights]);
  const form = useForm<RightsDraft>({
    title: t.editing,
    start: stored,
    stored,
    isValid: () => true,
    send: async (draft) => {
      const answer = await sendOnce(appointmentCommands.saveRights, { rights: savedRights(draft) });
      client.ask.touch([CALENDAR_RIGHTS_KEY]);
      notices.show({ text: t.saved });
      return answer;
    },
    say: ({ kind }) => (kind === 'offline' ? t.offline : t.failed),
  });
  const { ref, draft, change, submit } = form;
  const setLevel = (right: CalendarRight, level: CalendarLevel): void =>
    change({ rights: draft.rights.map((one) => (rightKey(one) === rightKey(right) ? { ...one, level } : one)) });
  return (
    <form ref={ref} className="form calendar-rights" noValidate onSubmit={(event) => submit(event)}>
      <SelectField
        label={t.everybody}
        hint={t.everybodyHint}
        value={draft.everybody}
        options={CALENDAR_LEVELS.map((level) => [level, t.levels[level]] as const)}
        onChange={(everybody) => change({ everybody })}
      />
      <Section title={t.people}>
        {draft.rights.length === 0 ? (
          <p className="rows-empty">{t.empty}</p>
        ) : (
          <ul className="rows">
            {draft.rights.map((right) => (
              <Right
                key={rightKey(right)}
                right={right}
                users={users}
                onLevel={(level) => setLevel(right, level)}
                onRemove={() => change({ rights: draft.rights.filter((one) => one !== right) })}
              />
            ))}
          </ul>
        )}
      </Section>
      <PeopleField
        available={withoutRight(availableOf(users, ownId), draft.rights)}
        chosen={[]}
        has={() => false}
        fault={undefined}
        words={{ people: t.add, peopleHint: t.addHint, nobody: t.nobody }}
        autoFocus={false}
        onChange={(chosen) => change({ rights: withRights(draft.rights, chosen) })}
      />
      <FormEnd form={form} isNew={false} />
    </form>
  );
}

/** What one person or group may do. */
function Right({
  right,
  users,
  onLevel,
  onRemove,
}: {
  right: CalendarRight;
  users: readonly FilterUser[];
  onLevel: (level: CalendarLevel) => void;
  onRemove: () => void;
}) {
  const t = useTexts(rightsTexts);
  const { userId, groupId, level } = right;
  const isGroup = userId === null;
  const found = users.find((user) => (isGroup ? user.groupId === groupId : user.userId === userId));
  const name = (isGroup ? found?.groupName : found?.fullName) || t.unknown;
  return (
    <li>
      {isGroup ? (
        <span className="avatar" data-size="s" aria-hidden="true">
          <Icon name="users" small />
        </span>
      ) : (
        <Portrait name={name} picture={found?.UserAvatar ?? null} userId={userId} size="s" />
      )}
      <span className="what">
        <strong>{name}</strong>
        {isGroup && found !== undefined ? <span className="quiet">{t.group(found.userIds.length)}</span> : null}
      </span>
      <select
        className="input"
        aria-label={t.levelOf(name)}
        value={level}
        onChange={({ currentTarget }) => onLevel(CALENDAR_LEVELS.find((one) => one === currentTarget.value) ?? level)}
      >
        {CALENDAR_LEVELS.map((one) => (
          <option key={one} value={one}>
            {t.levels[one]}
          </option>
        ))}
      </select>
      <IconButton icon="x" label={t.remove(name)} onClick={onRemove} />
    </li>
  );
}
