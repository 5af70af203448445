import type { DndContextProps } from '@dnd-kit/core';

const nothing = (): undefined => undefined;

/** For dragging that is told of in the person's language: the library would say it in English beside. */
export const OWN_WORDS: NonNullable<DndContextProps['accessibility']> = {
  announcements: { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing },
  screenReaderInstructions: { draggable: '' },
};
