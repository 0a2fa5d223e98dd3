import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { beginDrag, type DropPlace, dragOver, dropPlace, endDrag, workflow } from './store.js';

export interface StepDrag {
  readonly id: number;
  readonly card: RefObject<HTMLElement | null>;
  readonly handle: RefObject<HTMLElement | null>;
  /** Called when this step was dropped on another one. @param to - its new index. */
  readonly onMove: (to: number) => void;
}

/** Lets a step be dragged by its handle onto another: above or below its middle. */
export function useStepDrag({ id, card, handle, onMove }: StepDrag): void {
  useEffect(() => {
    const element = card.current;
    if (element === null || handle.current === null) return;
    const stopDragging = draggable({
      element,
      dragHandle: handle.current,
      getInitialData: () => ({ id }),
      onDragStart: () => beginDrag(id),
      onDrop: ({ location }) => {
        // Not the shown state, which is a frame behind.
        const place = placeOf(location.current.dropTargets[0]?.data);
        endDrag();
        if (place !== undefined && place.id !== id) onMove(indexAt(id, place));
      },
    });
    const stopReceiving = dropTargetForElements({
      element,
      canDrop: ({ source }) => typeof source.data.id === 'number',
      getData: ({ input }) => ({ id, edge: edgeAt(element, input.clientY) }),
      onDrag: ({ self }) => {
        const place = placeOf(self.data);
        if (dropPlace.value?.id !== id || dropPlace.value.edge !== place?.edge) dragOver(place);
      },
      onDragLeave: () => {
        if (dropPlace.value?.id === id) dragOver(undefined);
      },
    });
    return () => {
      stopDragging();
      stopReceiving();
    };
  }, [id, card, handle, onMove]);
}

function edgeAt(element: Element, clientY: number): DropPlace['edge'] {
  const { top, height } = element.getBoundingClientRect();
  return clientY < top + height / 2 ? 'before' : 'after';
}

/** The data of a card as a drop target, which the library passes on untyped. */
function placeOf({ id, edge }: Record<string | symbol, unknown> = {}): DropPlace | undefined {
  if (typeof id !== 'number') return undefined;
  return { id, edge: edge === 'before' ? 'before' : 'after' };
}

/** Returns the new index of the dragged step, which is first removed from the list. */
function indexAt(dragged: number, { id, edge }: DropPlace): number {
  const others = workflow.value.filter((step) => step.id !== dragged);
  return others.findIndex((step) => step.id === id) + (edge === 'after' ? 1 : 0);
}
