import { appointmentQueries } from '@kontor/contract/appointment';
import { recordCommands } from '@kontor/contract/record';
import { use, useState } from 'react';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useUnwritten } from '../../../shell/forms/use-unwritten.ts';
import { detailHref, useKeys, useShell, useSplit, useTexts, useZone, type ScreenProps } from '../../../shell/index.ts';
import { queryOf } from '../../../shell/routes.ts';
import { TabKeyContext } from '../../../shell/tabs/tab-key.ts';
import { useTabTitle } from '../../../shell/tabs/use-tab-title.ts';
import { IconButton, LoadingLine } from '../../../ui/parts.tsx';
import { beginningOf, type Beginning } from '../address.ts';
import { newDraft } from './draft.ts';
import { Editor } from './editor.tsx';
import { SaveButton } from './save-button.tsx';
import { editorTexts } from './texts.ts';
import { useAppointmentForm } from './use-appointment-form.ts';

/** An appointment that is begun: nothing is made before it is saved. */
export function NewAppointment({ address }: ScreenProps) {
  const user = useValue(useClient().user);
  if (user === undefined) return <LoadingLine shown />;
  const me = { id: user.id, name: `${user.firstName} ${user.lastName}`.trim() };
  // Another one in the same tab begins anew.
  return <Begun key={address} beginning={beginningOf(queryOf(address))} me={me} />;
}

function Begun({ beginning, me }: { beginning: Beginning; me: { readonly id: number; readonly name: string } }) {
  const t = useTexts(editorTexts);
  const client = useClient();
  const wide = useSplit();
  const zone = useZone();
  const { navigator, notices, tabs } = useShell();
  const tabKey = use(TabKeyContext);
  const sendOnce = useSendOnce();
  const types = useAsk(appointmentQueries.types, {}).data ?? [];
  const [start] = useState(() => newDraft(beginning, me, { now: client.env.now(), zone }));
  useTabTitle(t.newTitle);

  const link = async (aggregateId: string): Promise<void> => {
    const { record } = beginning;
    if (record === undefined) return;
    try {
      await sendOnce(recordCommands.link, { aggregateId, ...record });
    } catch {
      const again = (): void => void link(aggregateId);
      notices.show({ text: t.notLinked, tone: 'fault', action: { label: t.retry, run: again } });
    }
  };
  const form = useAppointmentForm({
    start,
    scope: 'one',
    title: ({ title }) => title || t.newTitle,
    onSaved: link,
    onDone: (aggregateId) => {
      notices.show({ text: t.made });
      navigator.go(detailHref({ module: 'appointment', aggregateId }, 'module'), { replace: true });
      tabs.close([tabKey]);
    },
  });
  useUnwritten(!form.isDirty && !form.isBusy, () => undefined);
  const close = (): void => (wide ? tabs.leave() : form.leave(() => navigator.back()));
  useKeys(wide ? {} : { Escape: close });
  return (
    <>
      <div className="toolbar" role="toolbar" aria-label={t.newTitle}>
        {wide ? null : <IconButton icon="arrow-left" label={t.back} hotkey="Escape" onClick={close} />}
        <h1>{t.newTitle}</h1>
        <span className="grow" />
        <SaveButton form={form} label={form.isBusy ? t.saving : t.create} />
        {wide ? <IconButton icon="x" label={t.close} hotkey="Escape" onClick={close} /> : null}
      </div>
      <article className="appointment-page" data-scrolls>
        <Editor form={form} details={undefined} types={types} scopes={['one']} organiserId={me.id} isNew />
      </article>
    </>
  );
}
