import type { Kontor } from '../../client/kontor.ts';
import type { Shell } from '../context.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import type { Command, SettingsTab } from '../manifest.ts';
import { menuItemsOf } from '../menu/menu-items.ts';
import { href } from '../routes.ts';
import { showAccountEntry } from '../accounts/account-entries.ts';
import { chosenKey, nameOfKey } from '../keys/keys.ts';
import type { Language } from '../language.ts';
import { KEY_LINES } from '../keys/key-table.ts';
import { accountCommand } from './recent.ts';
import { sought } from './sought.ts';

const label = (de: string, en: string): Command['label'] => ({ de, en });

/** Everything that can be done from where the person is. */
export function commandsOf(
  shell: Shell,
  kontor: Kontor,
  settingsTabs: readonly SettingsTab[],
  signOut: () => void,
  language: Language,
): readonly Command[] {
  const { keys, modules, navigator, settings } = shell;
  const nameOf = (key: string): string => nameOfKey(chosenKey(settings.get(), key), language);
  const shown = kontor.session.get().client;
  const own = shown === undefined ? [] : menuItemsOf(shown).get();
  const destinations = [...modules.flatMap(({ menu }) => menu), ...own]
    .toSorted((a, b) => a.order - b.order)
    .map((entry): Command => ({
      id: `go ${entry.route}`,
      icon: entry.icon,
      label: entry.label,
      words: 'gehe zu go to öffnen open',
      keys: nameOf(entry.keys),
      run: entry.outside?.run ?? (() => navigator.go(entry.path)),
    }));
  const tabs = settingsTabs.map((tab): Command => ({
    id: `settings ${tab.key}`,
    icon: 'gear',
    label: label(`Einstellungen: ${tab.label.de}`, `Settings: ${tab.label.en}`),
    run: () => navigator.go(href('settings', { selectedSettingsTab: tab.key })),
  }));
  const { client } = kontor.session.get();
  const ofModules =
    client === undefined
      ? []
      : modules.flatMap(({ commands }) => commands?.(client, navigator.go, { notices: shell.notices, language }) ?? []);
  const single = settingsTabs.flatMap((tab) =>
    (tab.settings ?? []).map(({ key, label: name }): Command => ({
      id: `setting ${key}`,
      icon: 'gear',
      label: label(`${name.de} einstellen`, `Set: ${name.en}`),
      words: `einstellung setting ${tab.label.de} ${tab.label.en}`,
      run: () => {
        sought.set(key);
        navigator.go(href('settings', { selectedSettingsTab: tab.key }));
      },
    })),
  );
  const actions = KEY_LINES.flatMap(({ key, icon, label: name, offered }): Command[] =>
    key === undefined || offered !== true || !keys.has(key)
      ? []
      : [{ id: `key ${key}`, icon: icon ?? 'keyboard', label: name, keys: nameOf(key), run: () => keys.run(key) }],
  );
  const set = (
    id: string,
    icon: IconName,
    name: Command['label'],
    words: string,
    part: Parameters<typeof settings.change>[0],
  ) => ({
    id: `set ${id}`,
    icon,
    label: name,
    words,
    run: () => settings.change(part),
  });
  const displayOptions: readonly Command[] = [
    set('de', 'palette', label('Sprache: Deutsch', 'Language: German'), 'deutsch german', { language: 'de' }),
    set('en', 'palette', label('Sprache: Englisch', 'Language: English'), 'englisch english', { language: 'en' }),
    set('light', 'sun', label('Helligkeit: Hell', 'Brightness: Light'), 'theme light mode hell', { theme: 'light' }),
    set('dark', 'moon', label('Helligkeit: Dunkel', 'Brightness: Dark'), 'theme dark mode dunkel', { theme: 'dark' }),
    set('auto', 'circle-half', label('Helligkeit: Automatisch', 'Brightness: Automatic'), 'theme', { theme: 'auto' }),
    set('large', 'list', label('Zeilen: Groß', 'Rows: Large'), 'density dichte', { rowSize: 'large' }),
    set('compact', 'list', label('Zeilen: Kompakt', 'Rows: Compact'), 'density dichte', { rowSize: 'compact' }),
  ];
  const accountEntries = kontor.accountEntries.get();
  const accounts = accountEntries
    .filter(({ client }) => client === undefined || client !== kontor.session.get().client)
    .map((accountEntry): Command => {
      const title = accountEntry.account.title || accountEntry.account.name;
      const name = accountEntries.some(
        (one) => one !== accountEntry && (one.account.title || one.account.name) === title,
      )
        ? `${title} (${accountEntry.account.user})`
        : title;
      return {
        id: accountCommand(accountEntry.key),
        icon: 'users',
        label: label(`Zu ${name} wechseln`, `Switch to ${name}`),
        words: `instanz instance konto account ${accountEntry.account.name} ${accountEntry.account.user}`,
        keys: `G ${accountEntries.indexOf(accountEntry) + 1}`,
        run: () => showAccountEntry(shell, kontor, accountEntry),
      };
    });
  const add: Command = {
    id: 'account add',
    icon: 'plus',
    label: label('Instanz hinzufügen', 'Add instance'),
    words: 'anmelden sign in konto account',
    run: () => shell.adding.set('new'),
  };
  const leave: Command = {
    id: 'sign out',
    icon: 'sign-out',
    label: label('Abmelden', 'Sign out'),
    words: 'logout ausloggen log out',
    run: signOut,
  };
  return [...actions, ...destinations, ...ofModules, ...accounts, ...tabs, ...displayOptions, ...single, add, leave];
}
