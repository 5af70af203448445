import type { ComponentType } from 'react';
import type { Picking } from '../open-dialogs.ts';

/**
 * What has a record chosen for a field that refers to one. The module puts it here: a record can be made while one is chosen, by a form
 * whose fields are these.
 */
export const pickerSlot: { Picker: ComponentType<{ picking: Picking; onClose: () => void }> } = { Picker: () => null };
