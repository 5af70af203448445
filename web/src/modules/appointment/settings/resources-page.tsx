import './settings.css';
import {
  CALENDAR_SETS_KEY,
  MAX_RESOURCES,
  RESOURCES_KEY,
  appointmentCommands,
  appointmentQueries,
  type Resource,
} from '@kontor/contract/appointment';
import { useState } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { EditedList, type EditedRows } from '../../../shell/forms/edited-list.tsx';
import { RemoveRow } from '../../../shell/forms/remove-row.tsx';
import { useOpened } from '../../../shell/forms/use-opened.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useTexts } from '../../../shell/index.ts';
import { IconButton } from '../../../ui/parts.tsx';
import { resourceTexts } from '../resource-texts.ts';
import { ResourceSign, resourceWords } from '../resources.tsx';
import { ResourceForm, useResourcesProblem } from './resource-form.tsx';
import { resourcesTexts } from './resources-texts.ts';

/** Rooms, vehicles and machines that appointments take up, for administrators. */
export function ResourcesPage() {
  const t = useTexts(resourcesTexts);
  const answer = useAsk(appointmentQueries.resources, {});
  const opened = useOpened<Resource>(({ id }) => id);
  return (
    <EditedList
      t={t}
      icon="door"
      answer={answer}
      rowsOf={(resources) => resources}
      opened={opened}
      max={MAX_RESOURCES}
      full={t.tooMany(MAX_RESOURCES)}
      form={({ one, onSaved }) => <ResourceForm resource={one} onSaved={onSaved} onClose={opened.close} />}
    >
      {(resources, rows) => <List resources={resources} {...rows} />}
    </EditedList>
  );
}

function List({
  resources,
  focused,
  onOpen,
  onRemoved,
  onChanged,
}: EditedRows<Resource> & { resources: readonly Resource[] }) {
  const t = useTexts(resourcesTexts);
  const r = useTexts(resourceTexts);
  const client = useClient();
  const sendOnce = useSendOnce();
  const problem = useResourcesProblem();
  const [removed, setRemoved] = useState<Resource>();
  return (
    <>
      <ul className="rows" aria-label={t.title}>
        {resources.map((resource) => {
          const { id, name, kind, description } = resource;
          const words = [r.kinds[kind], resourceWords(resource, r), description].filter(Boolean).join(' · ');
          return (
            <li key={id}>
              <ResourceSign kind={kind} />
              <span className="what">
                <strong>{name}</strong>
                <span className="quiet">{words}</span>
              </span>
              <span className="ends">
                <IconButton
                  icon="pencil-simple"
                  label={t.editOne(name)}
                  autoFocus={id === focused}
                  onClick={() => onOpen(resource)}
                />
                <IconButton icon="trash" label={t.remove(name)} onClick={() => setRemoved(resource)} />
              </span>
            </li>
          );
        })}
      </ul>
      {removed === undefined ? null : (
        <RemoveRow
          title={t.removeTitle(removed.name)}
          action={t.delete}
          rows={{ onChanged, onRemoved }}
          run={async () => {
            await sendOnce(appointmentCommands.removeResource, { id: removed.id });
            client.ask.touch([RESOURCES_KEY, CALENDAR_SETS_KEY]);
          }}
          done={t.removed(removed.name)}
          say={problem}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t.removeHint}</p>
        </RemoveRow>
      )}
    </>
  );
}
