import { groupQueries } from '@kontor/contract/account';
import { ACCESS, type Access, type FieldRights } from '@kontor/contract/record';
import { useAsk } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { Segments, SelectField } from '../../../ui/fields.tsx';
import { Button, Callout, IconButton } from '../../../ui/parts.tsx';
import { formTexts } from './form-texts.ts';

/** Who reads and writes a field: everybody, or groups each in their way. */
export function RightsField({
  rights,
  fault,
  onChange,
}: {
  rights: FieldRights | undefined;
  fault: string | undefined;
  onChange: (rights: FieldRights | undefined) => void;
}) {
  const t = useTexts(formTexts);
  const options = ACCESS.map((access) => [access, t.access[access]] as const);
  return (
    <div className="kind-rights">
      <Segments
        label={t.rights}
        value={rights === undefined ? 'everybody' : 'some'}
        options={[
          ['everybody', t.everybody],
          ['some', t.some],
        ]}
        onChange={(who) => onChange(who === 'everybody' ? undefined : { others: 'none', groups: [] })}
      />
      {rights === undefined ? null : (
        <>
          <SelectField
            label={t.others}
            hint={t.rightsHint}
            fault={fault}
            value={rights.others}
            options={options}
            onChange={(others) => onChange({ ...rights, others })}
          />
          <Groups rights={rights} options={options} onChange={onChange} />
        </>
      )}
    </div>
  );
}

function Groups({
  rights,
  options,
  onChange,
}: {
  rights: FieldRights;
  options: readonly (readonly [Access, string])[];
  onChange: (rights: FieldRights) => void;
}) {
  const t = useTexts(formTexts);
  const { data, failure, retry } = useAsk(groupQueries.groups, {});
  if (data === undefined)
    return failure === undefined ? null : (
      <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
        {t.groupsFailed}
      </Callout>
    );
  const nameOf = (groupId: number): string => data.find((one) => one.groupId === groupId)?.name ?? t.goneGroup;
  const left = data.filter(({ groupId }) => !rights.groups.some((one) => one.groupId === groupId));
  const put = (groups: FieldRights['groups']): void => onChange({ ...rights, groups });
  return (
    <>
      {rights.groups.map(({ groupId, access }) => (
        <div key={groupId} className="kind-group">
          <SelectField
            label={nameOf(groupId)}
            value={access}
            options={options}
            onChange={(next) =>
              put(rights.groups.map((one) => (one.groupId === groupId ? { groupId, access: next } : one)))
            }
          />
          <IconButton
            icon="x"
            label={t.removeGroup(nameOf(groupId))}
            onClick={() => put(rights.groups.filter((one) => one.groupId !== groupId))}
          />
        </div>
      ))}
      {data.length === 0 ? (
        <p className="quiet small">{t.noGroups}</p>
      ) : left.length === 0 ? null : (
        <select
          className="input"
          aria-label={t.addGroup}
          value=""
          onChange={({ currentTarget }) =>
            put([...rights.groups, { groupId: Number(currentTarget.value), access: 'read' }])
          }
        >
          <option value="">{t.addGroup}</option>
          {left.map(({ groupId, name }) => (
            <option key={groupId} value={groupId}>
              {name}
            </option>
          ))}
        </select>
      )}
    </>
  );
}
