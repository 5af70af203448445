import { presenceCommands, presenceEvents } from '@kontor/contract/presence';
import { useCallback, useEffect, useState } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import { Switcher } from '../../../shell/menu/drawer.tsx';
import { Requested } from '../../../ui/held-keys.tsx';
import { useKeys, useShell, useTexts } from '../../../shell/index.ts';
import { CardAt, useCard } from '../people/card-at.tsx';
import { texts as ofPeople } from '../texts.ts';
import { followWhileVisible } from '../store/follow-visible.ts';
import { openPicker, pickerAnchor } from './opening.ts';
import { Picker } from './picker.tsx';
import { useDeviceFences } from '../fences/use-device-fences.ts';
import { texts } from './texts.ts';

/** Where the picker opens, and where it is said that somebody is there, for as long as an account is shown. */
export function PresenceHost() {
  const t = useTexts(texts);
  const { card: c } = useTexts(ofPeople);
  const client = useClient();
  const { notices } = useShell();
  const anchor = useValue(pickerAnchor);
  const card = useCard();
  const [switching, setSwitching] = useState<DOMRect>();
  const close = useCallback(() => pickerAnchor.set(undefined), []);
  const { open } = card;
  useKeys({ 'g s': () => openPicker() });
  useEffect(() => close, [close]);
  useEffect(() => followWhileVisible(client), [client]);
  useDeviceFences();
  useEffect(
    () =>
      client.onEvent((event) => {
        if (event.type !== presenceEvents.userIsThere.type) return;
        const { userId, name } = event.payload as unknown as { userId: number; name: string };
        const action = { label: c.show, run: () => open(userId, null, 'below') };
        notices.show({ text: c.isThere(name), lasts: true, action });
      }),
    [client, notices, c, open],
  );
  useEffect(
    () =>
      client.followApplied('presence', ({ name }, answer) => {
        if (name !== presenceCommands.switchState.name) return;
        if ((answer as { isTaken?: boolean } | undefined)?.isTaken === false) notices.show({ text: t.overtaken });
      }),
    [client, notices, t],
  );
  return (
    <>
      {anchor === undefined ? null : <Picker anchor={anchor} onSwitch={() => setSwitching(anchor)} onClose={close} />}
      <CardAt card={card} />
      {switching === undefined ? null : (
        <Requested>
          <Switcher anchor={switching} onClose={() => setSwitching(undefined)} />
        </Requested>
      )}
    </>
  );
}
