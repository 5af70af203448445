import { appointmentQueries } from '@kontor/contract/appointment';
import type { ComponentProps } from 'react';
import { useClient, useValue } from '../../client/react.tsx';
import { useKeyName, useShell, useTexts } from '../../shell/index.ts';
import { Button, StatePage } from '../../ui/parts.tsx';
import type { ListDeclaration } from '../activity/index.tsx';
import { listOfKind } from '../activity/lists/index.ts';
import { begin } from './address.ts';
import { appointmentFrames } from './frames.ts';
import { texts } from './texts.ts';

/** Appointments that the person takes part in: those that come next stand first. */
export const appointmentList = listOfKind('appointment', appointmentQueries.items, {
  search: { de: texts.de.search, en: texts.en.search },
  sort: { property: 'timestamp', direction: 'ASC' },
  frames: appointmentFrames,
  empty: NoAppointments,
});

function NoAppointments({ filter: { view }, otherwise }: ComponentProps<ListDeclaration['empty']>) {
  const t = useTexts(texts);
  const client = useClient();
  const { tabs } = useShell();
  const key = useKeyName()('H');
  const mayMake = useValue(client.configuration)?.rights.createAppointment === true;
  if (otherwise !== undefined) return otherwise;
  return (
    <StatePage
      icon="calendar-blank"
      title={t.empty[view === 'custom' ? 'all' : view]}
      action={
        mayMake ? (
          <Button kind="primary" icon="plus" onClick={() => begin(client, (address) => tabs.open(address, 'beside'))}>
            {t.begin}
          </Button>
        ) : undefined
      }
    >
      {mayMake && key !== '' ? t.emptyKey(key) : t.emptyHint}
    </StatePage>
  );
}
