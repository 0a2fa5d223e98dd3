import { removeIcon } from '../../../parts/icons.js';
import { dismiss, fits, follow, suggested } from './suggestions.js';

/** What the text looks like, and steps that suit it. @param leave - takes the focus of a button that disappears. */
export function SuggestionLine({ leave }: { readonly leave: () => void }) {
  const found = suggested.value;
  const leaveBy = (act: () => void) => {
    act();
    leave();
  };
  return (
    <div class="suggestion" data-shown={found === undefined ? undefined : true}>
      <p role="status">
        {found !== undefined && (
          <>
            Looks like <strong>{found.label}</strong>
          </>
        )}
      </p>
      {found !== undefined && (
        <>
          <button
            type="button"
            class="button quiet step-button"
            aria-label="Dismiss the suggestions"
            onClick={() => leaveBy(() => dismiss(found))}
          >
            {removeIcon}
          </button>
          <div class="suggestion-steps">
            {found.suggestions.map((suggestion) => (
              <button
                key={suggestion.label}
                type="button"
                class="button"
                disabled={!fits(suggestion)}
                onClick={() => leaveBy(() => follow(found, suggestion))}
              >
                {suggestion.label}
              </button>
            ))}
          </div>
        </>
      )}
    </div>
  );
}
