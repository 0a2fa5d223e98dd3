import type { ComponentChildren } from 'preact';
import { Glyph } from '../glyph.js';
import { commandKey } from '../key-press.js';

export interface PaneToolsProps {
  /** The name of the text. */
  readonly label: string;
  readonly isWrapped: boolean;
  readonly isFull: boolean;
  /** Whether the text itself is shown. */
  readonly isText: boolean;
  readonly onFind: () => void;
  readonly onWrap: () => void;
  readonly onFull: () => void;
}

/** The buttons of a text pane: find, wrap lines, full screen. */
export function PaneTools({ label, isWrapped, isFull, isText, onFind, onWrap, onFull }: PaneToolsProps) {
  return (
    <div class="pane-tools">
      {isText && (
        <>
          <PaneTool name={`Find in ${label}`} title={`Find (${commandKey}+F)`} onPress={onFind}>
            <path d="M7 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM10 10l3.5 3.5" />
          </PaneTool>
          <PaneTool name={`Wrap lines of ${label}`} title="Wrap lines" isPressed={isWrapped} onPress={onWrap}>
            <path d="M2.5 4h11M2.5 8h8.5a2.25 2.25 0 0 1 0 4.5H8M9.5 11 8 12.5 9.5 14M2.5 12h3" />
          </PaneTool>
        </>
      )}
      <PaneTool
        name={`Full screen for ${label}`}
        title={isFull ? 'Leave full screen (Escape)' : `Full screen (${commandKey}+Shift+Enter)`}
        isPressed={isFull}
        isFullScreen
        onPress={onFull}
      >
        <path d={isFull ? 'M6.5 2.5v4h-4M9.5 13.5v-4h4' : 'M9.5 2.5h4v4M6.5 13.5h-4v-4M13.5 2.5 9 7M2.5 13.5 7 9'} />
      </PaneTool>
    </div>
  );
}

interface PaneToolProps {
  readonly name: string;
  readonly title: string;
  readonly isPressed?: boolean;
  readonly isFullScreen?: boolean;
  readonly onPress: () => void;
  readonly children: ComponentChildren;
}

function PaneTool({ name, title, isPressed, isFullScreen, onPress, children }: PaneToolProps) {
  return (
    <button
      type="button"
      class="button quiet pane-tool"
      aria-label={name}
      title={title}
      aria-pressed={isPressed}
      data-full-screen={isFullScreen}
      onClick={onPress}
    >
      <Glyph>{children}</Glyph>
    </button>
  );
}
