import './resources.css';
import { appointmentQueries, type Resource, type ResourceKind } from '@kontor/contract/appointment';
import { useAsk } from '../../client/react.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { Icon } from '../../ui/parts.tsx';
import type { resourceTexts } from './resource-texts.ts';

export const RESOURCE_ICONS: Readonly<Record<ResourceKind, IconName>> = {
  room: 'door',
  vehicle: 'truck',
  machine: 'wrench',
  other: 'cube',
};

const NONE: readonly Resource[] = [];

/** The resources of the instance; none until they have arrived. */
export const useResources = (): readonly Resource[] => useAsk(appointmentQueries.resources, {}).data ?? NONE;

/** What a resource is, in the place of a portrait. */
export const ResourceSign = ({ kind }: { kind: ResourceKind | undefined }) => (
  <span className="avatar resource-sign" data-size="s" aria-hidden="true">
    <Icon name={RESOURCE_ICONS[kind ?? 'other']} small />
  </span>
);

/** What is to be known of a resource before it is taken: `8 Plätze · fest`. */
export const resourceWords = (
  { capacity, isHard }: Pick<Resource, 'capacity' | 'isHard'>,
  t: (typeof resourceTexts)['de'],
): string => [capacity === null ? '' : t.capacity(capacity), isHard ? t.hard : ''].filter(Boolean).join(' · ');
