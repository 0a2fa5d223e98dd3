import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { beginDrag, type DropPlace, dragOver, endDrag, moveStep } from './cards-store.js';
import { workflow } from './content-store.js';
import { fitsAt, type Place, placeOf, siblingsAt, stepOf, without } from './workflow/workflow.js';

/** How far the pointer must move before a press becomes a drag, in pixels. */
const slack = 4;
/** Near the upper and lower edge of the list, dragging scrolls it: how near, and how far at a time, in pixels. */
const edge = { height: 40, step: 12 };

/**
 * Lets a step be dragged by its handle, with a mouse, a pen or a finger: above or below the middle of another step, or to
 * the end of a branch of a group.
 */
export function useStepDrag(id: number, handle: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current: grip } = handle;
    grip?.addEventListener('pointerdown', begin);
    return () => grip?.removeEventListener('pointerdown', begin);

    function begin(down: PointerEvent): void {
      if (grip === null || down.button !== 0 || !down.isPrimary) return;
      const listeners = new AbortController();
      const options = { signal: listeners.signal };
      let place: DropPlace | undefined;
      let isDragging = false;
      const end = () => {
        listeners.abort();
        endDrag();
      };
      grip.setPointerCapture(down.pointerId);
      grip.addEventListener(
        'pointermove',
        (move) => {
          isDragging ||= Math.hypot(move.clientX - down.clientX, move.clientY - down.clientY) > slack;
          if (!isDragging) return;
          beginDrag(id);
          scrollAt(grip, move.clientY);
          place = dropAt(id, move);
          dragOver(place);
        },
        options,
      );
      grip.addEventListener(
        'pointerup',
        () => {
          const step = stepOf(workflow.value, id);
          end();
          if (step !== undefined && place !== undefined) moveStep(step, placeAt(id, place));
        },
        options,
      );
      grip.addEventListener('pointercancel', end, options);
      addEventListener('keydown', ({ key }) => key === 'Escape' && end(), options);
    }
  }, [id, handle]);
}

/** Returns where a dragged step would go; undefined where it does not fit, or is already. */
function dropAt(dragged: number, { clientX, clientY }: PointerEvent): DropPlace | undefined {
  const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-branch], .step');
  const id = Number(over?.closest('.step')?.id.replace(/^\D+/, ''));
  const step = stepOf(workflow.value, dragged);
  if (over == null || step === undefined || id === dragged) return undefined;
  const { top, height } = over.getBoundingClientRect();
  const { branch } = over.dataset;
  const half = clientY < top + height / 2 ? 'before' : 'after';
  const place: DropPlace = { id, edge: branch === 'steps' || branch === 'else' ? branch : half };
  const at = placeAt(dragged, place);
  return at !== undefined && fitsAt(workflow.value, step, at) ? place : undefined;
}

/** Scrolls the list if the pointer is near its edge. */
function scrollAt(element: Element, clientY: number): void {
  const list = element.closest('.workflow-steps');
  const { top = 0, bottom = 0 } = list?.getBoundingClientRect() ?? {};
  if (clientY < top + edge.height) list?.scrollBy(0, -edge.step);
  if (clientY > bottom - edge.height) list?.scrollBy(0, edge.step);
}

/** Returns the new place of the dragged step, which is first removed from its list. */
function placeAt(dragged: number, { id, edge: side }: DropPlace): Place | undefined {
  const others = without(workflow.value, dragged);
  if (side === 'steps' || side === 'else') {
    const branch = { group: id, branch: side };
    return { ...branch, index: siblingsAt(others, branch).length };
  }
  const place = placeOf(others, id);
  return place && { ...place, index: place.index + (side === 'after' ? 1 : 0) };
}
