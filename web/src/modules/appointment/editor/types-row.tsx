import { appointmentQueries, type AppointmentType } from '@kontor/contract/appointment';
import { useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { Menu } from '../../../ui/menu.tsx';
import { Button, IconButton } from '../../../ui/parts.tsx';
import { typedDraft, type AppointmentDraft } from './draft.ts';
import { Fault } from './row.tsx';
import { editorTexts } from './texts.ts';
import type { AppointmentForm } from './use-appointment-form.ts';
import { TypeDot } from '../type-dot.tsx';

/** Types that stand there by themselves; the others are in a menu. */
const MAX_SHOWN = 4;

interface Change {
  readonly before: AppointmentDraft;
  readonly after: AppointmentDraft;
  /** Fields that the type has set. */
  readonly count: number;
}

/** What kind of appointment it is. Another type sets what it gives, and can be taken back with all of that. */
export function TypesRow({
  form: { draft, change, fault },
  types,
  appointmentId,
  nameOf,
}: {
  form: AppointmentForm;
  types: readonly AppointmentType[];
  /** 0 of one that is not there yet. */
  appointmentId: number;
  nameOf: (userId: number) => string;
}) {
  const t = useTexts(editorTexts);
  const { transport } = useClient();
  const [changed, setChanged] = useState<Change>();
  const [failed, setFailed] = useState(false);
  const [menu, setMenu] = useState<DOMRect>();
  const { appointmentType } = draft;
  const choose = async (newType: number | null): Promise<void> => {
    setFailed(false);
    const { title, description, access, alert, timeMode, participants, repetition } = draft;
    try {
      const { results } = await transport.query(
        appointmentQueries.changeType,
        {
          previousType: appointmentType,
          newType,
          appointmentId,
          additionalUser: null,
          fields: {
            title,
            description,
            access,
            alert,
            timeMode,
            participants: participants.flatMap(({ userId, active }) => (userId === null || !active ? [] : [userId])),
            repeats: repetition !== null,
          },
        },
        { once: true },
      );
      const after = typedDraft(draft, newType, results, nameOf);
      setChanged({ before: draft, after, count: results.changed.length });
      change(after);
    } catch {
      setFailed(true);
    }
  };
  const isGone = fault?.code === 'TYPE_GONE';
  const index = types.findIndex(({ id }) => id === appointmentType);
  const shown = types.filter((_type, at) => at < MAX_SHOWN || at === index);
  const more = types.filter((type) => !shown.includes(type));
  // What was typed since then is not to be lost by a press that means the type.
  const isLast = changed !== undefined && JSON.stringify(changed.after) === JSON.stringify(draft);
  if (types.length === 0) return null;
  return (
    <div className="appointment-types">
      <div className="appointment-choice" role="radiogroup" aria-label={t.type}>
        {[undefined, ...shown].map((type) => (
          <button
            key={type?.id ?? 0}
            type="button"
            className="pill"
            role="radio"
            aria-checked={appointmentType === (type?.id ?? null)}
            onClick={() => void choose(type?.id ?? null)}
          >
            {type === undefined ? null : <TypeDot colour={type.colour} />}
            {type?.title ?? t.noType}
          </button>
        ))}
      </div>
      {more.length === 0 ? null : (
        <IconButton
          icon="dots-three-vertical"
          label={t.moreTypes}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => setMenu(currentTarget.getBoundingClientRect())}
        />
      )}
      <span className="grow" />
      {isLast && changed.count > 0 ? (
        <span className="quiet small" role="status">
          {t.presets(changed.count)}{' '}
          <Button
            kind="plain"
            onClick={() => {
              setChanged(undefined);
              change(changed.before);
            }}
          >
            {t.takeBack}
          </Button>
        </span>
      ) : null}
      <Fault text={isGone ? fault.text : failed ? t.typeFailed : undefined} />
      {menu === undefined ? null : (
        <Menu
          label={t.moreTypes}
          anchor={menu}
          items={more.map(({ id, title }) => ({ key: String(id), label: title, onSelect: () => void choose(id) }))}
          onClose={() => setMenu(undefined)}
        />
      )}
    </div>
  );
}
