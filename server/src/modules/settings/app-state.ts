import type { appCommands } from '@kontor/contract/settings';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { noteApp } from '../account/index.ts';

export const appCommandHandlers: CommandHandlers<typeof appCommands> = {
  async movedToForeground(ctx, said) {
    await noteApp(ctx, { state: 'foreground', ...said });
    return {};
  },

  async movedToBackground(ctx, said) {
    await noteApp(ctx, { state: 'background', ...said });
    return {};
  },
};
