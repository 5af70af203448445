import { Extension, type Extensions, type Range } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { Suggestion } from '@tiptap/suggestion';

/** A sign at the beginning of a word that something may be put in the place of, as a person in that of `@`. */
export interface Offered {
  readonly sign: string;
  readonly query: string;
  readonly range: Range;
  /** Where it stands on the screen. */
  readonly place: DOMRect | undefined;
}

let keyed: ((event: KeyboardEvent) => boolean) | undefined;

/** Who has the arrow keys and Enter while something is offered. */
export const takeOfferKeys = (listener: ((event: KeyboardEvent) => boolean) | undefined): void => {
  keyed = listener;
};

export const triggers = (signs: readonly string[], onOffer: (offered: Offered | undefined) => void): Extensions =>
  signs.map((sign) =>
    Extension.create({
      name: `trigger${sign}`,
      addProseMirrorPlugins() {
        return [
          Suggestion({
            editor: this.editor,
            pluginKey: new PluginKey(`trigger${sign}`),
            char: sign,
            allowedPrefixes: [' ', '\u00a0', '('],
            items: () => [],
            command: () => undefined,
            render: () => ({
              onStart: ({ query, range, clientRect }) =>
                onOffer({ sign, query, range, place: clientRect?.() ?? undefined }),
              onUpdate: ({ query, range, clientRect }) =>
                onOffer({ sign, query, range, place: clientRect?.() ?? undefined }),
              onKeyDown: ({ event }) => {
                if (event.key !== 'Escape') return keyed?.(event) ?? false;
                onOffer(undefined);
                return true;
              },
              onExit: () => onOffer(undefined),
            }),
          }),
        ];
      },
    }),
  );
