import { useRef, useState } from 'preact/hooks';
import { maxSteps } from '../../../../../engine/core/limits.js';
import { CopyButton } from '../../parts/copy-button.js';
import { sharedLink } from './address.js';
import { removeIcon } from './icons.js';
import { announcement, dismissUndo, takeBack, undo, workflow } from './playground-state.js';
import { RequestDialog } from './request-dialog.js';
import { StepList } from './step-list.js';
import { ToolSearch } from './tool-search.js';

/** The steps, the search for more, and the workflow as link or request. */
export function WorkflowPanel() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isRequestShown, showRequest] = useState(false);
  return (
    <section class="workflow" aria-label="Workflow">
      <div class="workflow-head">
        <h2 ref={heading} tabIndex={-1}>
          Workflow
        </h2>
        <CopyButton text={sharedLink}>Copy link</CopyButton>
        <button type="button" class="button quiet" aria-haspopup="dialog" onClick={() => showRequest(true)}>
          Request
        </button>
      </div>
      <ToolSearch />
      <div class="workflow-steps">
        <StepList />
      </div>
      <WorkflowFoot leave={() => heading.current?.focus({ preventScroll: true })} />
      <p class="off-screen" role="status">
        {announcement}
      </p>
      {isRequestShown && <RequestDialog onClose={() => showRequest(false)} />}
    </section>
  );
}

/** Has its height from the start: nothing moves when something can be undone. */
function WorkflowFoot({ leave }: { readonly leave: () => void }) {
  const { message } = undo.value ?? {};
  // The buttons disappear after undoing, and the focus must not.
  const leaveBy = (act: () => void) => {
    act();
    leave();
  };
  return (
    <div class="workflow-foot">
      <p role="status">{message}</p>
      {message === undefined ? (
        <p class="fine">
          {workflow.value.length} of {maxSteps} steps
        </p>
      ) : (
        <>
          <button type="button" class="button" onClick={() => leaveBy(takeBack)}>
            Undo
          </button>
          <button
            type="button"
            class="button quiet step-button"
            aria-label="Dismiss"
            onClick={() => leaveBy(dismissUndo)}
          >
            {removeIcon}
          </button>
        </>
      )}
    </div>
  );
}
