import { useClient } from '../../client/react.tsx';
import { useKeys, useLanguage, useShell } from '../../shell/index.ts';
import type { IconName } from '../../ui/icon-names.ts';

interface Offered {
  readonly name: string;
  readonly icon: IconName;
  readonly label: string;
  readonly key: string;
  readonly run: (keys: readonly string[]) => void;
}

/** What modules do with items beside what every list does with them. */
export function useItemActions(): readonly Offered[] {
  const client = useClient();
  const { modules, notices } = useShell();
  const language = useLanguage();
  return modules.flatMap(({ onItems = [] }) =>
    onItems.map(({ name, icon, label, key, run }) => ({
      name,
      icon,
      label: label[language],
      key,
      run: (keys: readonly string[]) => run({ client, notices, language }, keys),
    })),
  );
}

/** The keys of these; undefined for nothing to act on. */
export function useItemKeys(targets: (() => readonly string[]) | undefined): void {
  const actions = useItemActions();
  useKeys(targets === undefined ? {} : Object.fromEntries(actions.map(({ key, run }) => [key, () => run(targets())])));
}
