import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { beginDrag, type DropPlace, dragOver, dropPlace, endDrag, moveStep } from './cards-store.js';
import { workflow } from './content-store.js';
import { type Branch, fitsAt, type Place, placeOf, siblingsAt, stepOf, without } from './workflow/workflow.js';

/** Lets a step be dragged by its handle onto another: above or below its middle. */
export function useStepDrag(
  id: number,
  card: RefObject<HTMLElement | null>,
  handle: RefObject<HTMLElement | null>,
): void {
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
        const place = dropOf(location.current.dropTargets[0]?.data);
        const step = stepOf(workflow.value, id);
        endDrag();
        if (place !== undefined && place.id !== id && step !== undefined) moveStep(step, placeAt(id, place));
      },
    });
    const stopReceiving = receive(element, ({ clientY }) => ({ id, edge: edgeAt(element, clientY) }));
    return () => {
      stopDragging();
      stopReceiving();
    };
  }, [id, card, handle]);
}

/** Lets steps be dropped at the end of a branch of a group. */
export function useBranchDrop(id: number, branch: Branch, end: RefObject<HTMLElement | null>): void {
  useEffect(
    () => (end.current === null ? undefined : receive(end.current, () => ({ id, edge: branch }))),
    [id, branch, end],
  );
}

/** @returns a function that stops it. */
function receive(element: HTMLElement, placeFor: (input: { readonly clientY: number }) => DropPlace): () => void {
  return dropTargetForElements({
    element,
    canDrop: ({ source, input }) => {
      const step = typeof source.data.id === 'number' ? stepOf(workflow.value, source.data.id) : undefined;
      const place = step && placeAt(step.id, placeFor(input));
      return step !== undefined && place !== undefined && fitsAt(workflow.value, step, place);
    },
    getData: ({ input }) => ({ ...placeFor(input) }),
    onDrag: ({ self, location }) => {
      // Groups are around their steps: the innermost counts.
      if (location.current.dropTargets[0]?.element !== element) return;
      const place = dropOf(self.data);
      if (dropPlace.value?.id !== place?.id || dropPlace.value?.edge !== place?.edge) dragOver(place);
    },
    onDragLeave: ({ self }) => {
      if (dropPlace.value?.id === self.data.id) dragOver(undefined);
    },
  });
}

function edgeAt(element: Element, clientY: number): DropPlace['edge'] {
  const { top, height } = element.getBoundingClientRect();
  return clientY < top + height / 2 ? 'before' : 'after';
}

/** The data of a drop target, which the library passes on untyped. */
function dropOf({ id, edge }: Record<string | symbol, unknown> = {}): DropPlace | undefined {
  return typeof id === 'number' ? { id, edge: edge as DropPlace['edge'] } : undefined;
}

/** Returns the new place of the dragged step, which is first removed from its list. */
function placeAt(dragged: number, { id, edge }: DropPlace): Place | undefined {
  const others = without(workflow.value, dragged);
  if (edge === 'steps' || edge === 'else') {
    const branch = { group: id, branch: edge };
    return { ...branch, index: siblingsAt(others, branch).length };
  }
  // A step stays where it is when it is dropped on itself.
  const place = placeOf(id === dragged ? workflow.value : others, id);
  return place && { ...place, index: place.index + (edge === 'after' && id !== dragged ? 1 : 0) };
}
