import { useState } from 'preact/hooks';
import { SuggestionLine } from './detection/suggestion-line.js';
import { LinkDialog } from './link-dialog.js';
import { RecipesDialog } from './recipes/recipes-dialog.js';
import { RequestDialog } from './request-dialog.js';
import { announcement } from './state/playground-state.js';
import { focusWorkflowHeading, StepList, workflowHeading } from './step-list.js';
import { ToolSearch } from './tool-search.js';
import { WorkflowFoot } from './workflow-foot.js';

/** The steps, the search for more, and the workflow as link or request. */
export function WorkflowPanel() {
  const [isRequestShown, showRequest] = useState(false);
  const [isLinkShown, showLink] = useState(false);
  const [areRecipesShown, showRecipes] = useState(false);
  return (
    <section class="workflow" aria-label="Workflow">
      <div class="workflow-head">
        <h2 id={workflowHeading} tabIndex={-1}>
          Workflow
        </h2>
        <button type="button" class="button quiet" aria-haspopup="dialog" onClick={() => showRecipes(true)}>
          Recipes
        </button>
        <button type="button" class="button quiet" aria-haspopup="dialog" onClick={() => showLink(true)}>
          Link
        </button>
        <button type="button" class="button quiet" aria-haspopup="dialog" onClick={() => showRequest(true)}>
          Request
        </button>
      </div>
      <ToolSearch />
      <div class="workflow-steps">
        <SuggestionLine leave={focusWorkflowHeading} />
        <StepList />
      </div>
      <WorkflowFoot />
      <p class="off-screen" role="status">
        {announcement}
      </p>
      {areRecipesShown && <RecipesDialog onClose={() => showRecipes(false)} />}
      {isLinkShown && <LinkDialog onClose={() => showLink(false)} />}
      {isRequestShown && <RequestDialog onClose={() => showRequest(false)} />}
    </section>
  );
}
