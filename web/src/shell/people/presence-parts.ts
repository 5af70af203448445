import type { ComponentType } from 'react';
import { createValue } from '../../client/value.ts';
import type { Device } from '../../device/device.ts';

/** What the shell draws of presence. Its module puts it here, once it is loaded. */
interface PresenceParts {
  /** At the portrait of a colleague. */
  readonly Dot: ComponentType<{ readonly userId: number }>;
  /** In one line: what shows of the person themselves. */
  readonly OwnState: ComponentType;
  /** Has the person choose their state, beside `anchor`. */
  readonly choose: (anchor: DOMRect) => void;
  /** In the settings of a phone: the places that it watches. */
  readonly FencesList: ComponentType<{ readonly device: Pick<Device, 'fences'> }>;
}
export const presenceParts = createValue<PresenceParts | undefined>(undefined);
