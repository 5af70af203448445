import { Extension, type Extensions, type Range } from '@tiptap/core';
import type { ResolvedPos } from '@tiptap/pm/model';
import { PluginKey } from '@tiptap/pm/state';
import { Suggestion, findSuggestionMatch, type SuggestionMatch } from '@tiptap/suggestion';

/** A sign at the beginning of a word that something may be put in the place of, as a person in that of `@`. */
export interface Offered {
  readonly sign: string;
  readonly query: string;
  readonly range: Range;
  /** Where it stands on the screen. */
  readonly anchor: DOMRect | undefined;
}

let keyed: ((event: KeyboardEvent) => boolean) | undefined;
let isEnterTaken = false;

/** Who has the arrow keys and Enter while something is offered. `takesEnter`: something is chosen. */
export const takeOfferKeys = (listener: ((event: KeyboardEvent) => boolean) | undefined, takesEnter: boolean): void => {
  keyed = listener;
  isEnterTaken = listener !== undefined && takesEnter;
};

/** Whether Enter takes what is offered. */
export const isEnterForOffer = (): boolean => isEnterTaken;

/** A sign before a place at the beginning of a word, and what is typed behind it; null where there is none, and in code, which has signs of its own. */
export const signAt = (sign: string, $position: ResolvedPos): SuggestionMatch =>
  $position.parent.type.spec.code === true || $position.marks().some(({ type }) => type.spec.code === true)
    ? null
    : findSuggestionMatch({
        char: sign,
        allowSpaces: false,
        allowToIncludeChar: false,
        allowedPrefixes: [' ', '\u00a0', '('],
        startOfLine: false,
        $position,
      });

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
            findSuggestionMatch: ({ $position }) => signAt(sign, $position),
            items: () => [],
            command: () => undefined,
            render: () => ({
              onStart: ({ query, range, clientRect }) =>
                onOffer({ sign, query, range, anchor: clientRect?.() ?? undefined }),
              onUpdate: ({ query, range, clientRect }) =>
                onOffer({ sign, query, range, anchor: clientRect?.() ?? undefined }),
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
