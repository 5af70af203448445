import type { MemoDetail } from '@kontor/contract/memo';
import { useState } from 'react';
import { Chip } from '../../editor/writing/index.ts';
import { useLanguage, useTexts, useZone } from '../../shell/index.ts';
import { DateField } from '../../shell/dates/date-field.tsx';
import type { MenuItem } from '../../ui/menu.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { AlarmMoment } from '../activity/detail/index.ts';
import { Duration } from './duration.tsx';
import type { Memo } from './fields.ts';
import { sayField } from './say-field.ts';
import { texts } from './texts.ts';
import { typeName } from './type-name.ts';

/** What is known of a memo beside its text, each changed in its place. */
export function MemoChips({
  details,
  fields,
  isFixed,
  onWrite,
}: {
  details: MemoDetail;
  fields: Memo;
  isFixed: boolean;
  onWrite: (part: Partial<Memo>) => void;
}) {
  const t = useTexts(texts);
  const locale = { language: useLanguage(), zone: useZone() };
  const [openDialog, setOpenDialog] = useState<'time' | 'alarm'>();
  const say = (field: 'communicationTypeId' | 'contactPersonId' | 'alarm'): string | undefined =>
    sayField(field, fields[field], details, t, locale) || undefined;
  const { availableCommunicationTypes: types, contactPersonAvailableUsers: persons } = details;
  const none = (isSo: boolean, label: string, onSelect: () => void): readonly MenuItem[] =>
    isSo ? [] : [{ key: 'none', label, apart: true, onSelect }];
  return (
    <div className="written-chips">
      <Chip
        icon="chat-text"
        label={t.type}
        value={say('communicationTypeId')}
        disabled={isFixed}
        items={[
          ...types.map(({ id, communicationType }) => ({
            key: String(id),
            label: typeName(t, communicationType),
            checked: id === fields.communicationTypeId,
            onSelect: () => onWrite({ communicationTypeId: id }),
          })),
          ...none(fields.communicationTypeId === null, t.noType, () => onWrite({ communicationTypeId: null })),
        ]}
      />
      {persons.length === 0 && fields.contactPersonId === null ? null : (
        <Chip
          icon="user"
          label={t.person}
          value={say('contactPersonId')}
          disabled={isFixed}
          items={[
            ...persons.map(({ id, displayName }) => ({
              key: String(id),
              label: displayName,
              checked: id === fields.contactPersonId,
              onSelect: () => onWrite({ contactPersonId: id }),
            })),
            ...none(fields.contactPersonId === null, t.noPerson, () => onWrite({ contactPersonId: null })),
          ]}
        />
      )}
      <Chip
        icon="clock"
        label={t.time}
        value={sayField('timestamp', fields.timestamp, details, t, locale)}
        disabled={isFixed}
        onClick={() => setOpenDialog('time')}
      />
      <Duration
        aggregateId={details.aggregateId}
        value={fields.duration}
        isFixed={isFixed}
        onChange={(duration) => onWrite({ duration })}
      />
      <Chip
        icon="bell"
        label={t.alarm}
        value={say('alarm')}
        disabled={isFixed}
        {...(fields.alarm === null
          ? { onClick: () => setOpenDialog('alarm') }
          : {
              items: [
                { key: 'other', label: t.alarmOther, icon: 'bell', onSelect: () => setOpenDialog('alarm') },
                { key: 'off', label: t.alarmOff, icon: 'bell-slash', onSelect: () => onWrite({ alarm: null }) },
              ],
            })}
      />
      {openDialog === 'time' ? (
        <TimeDialog
          value={fields.timestamp}
          onTake={(timestamp) => onWrite({ timestamp })}
          onClose={() => setOpenDialog(undefined)}
        />
      ) : openDialog === 'alarm' ? (
        <AlarmMoment
          title={t.alarmTitle}
          set={t.alarmSet}
          onMoment={(alarm) => onWrite({ alarm })}
          onClose={() => setOpenDialog(undefined)}
        />
      ) : null}
    </div>
  );
}

/** When it took place: a day and a time, mostly of before. */
function TimeDialog({
  value,
  onTake,
  onClose,
}: {
  /** Seconds since 1970. */
  value: number;
  onTake: (seconds: number) => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const zone = useZone();
  const [typed, setTyped] = useState(() =>
    Temporal.Instant.fromEpochMilliseconds(value * 1000)
      .toZonedDateTimeISO(zone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' }),
  );
  const [isWrong, setWrong] = useState(false);
  const take = (): boolean => {
    if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(typed)) return false;
    const { epochMilliseconds } = Temporal.PlainDateTime.from(typed).toZonedDateTime(zone);
    if (epochMilliseconds < 0) return false;
    onTake(Math.floor(epochMilliseconds / 1000));
    return true;
  };
  return (
    <FormDialog title={t.timeTitle} texts={t} onTake={take} onWrong={() => setWrong(true)} onClose={onClose}>
      <DateField
        label={t.time}
        kind="moment"
        autoFocus
        fault={isWrong ? t.timeFault : undefined}
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setWrong(false);
        }}
      />
    </FormDialog>
  );
}
