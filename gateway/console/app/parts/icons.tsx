import { Glyph as Icon } from './glyph.js';

export const gripIcon = (
  <Icon>
    <path d="M6 3.5v.01M10 3.5v.01M6 8v.01M10 8v.01M6 12.5v.01M10 12.5v.01" stroke-width="2" />
  </Icon>
);
export const upIcon = (
  <Icon>
    <path d="M8 13V3.5M4 7l4-4 4 4" />
  </Icon>
);
export const downIcon = (
  <Icon>
    <path d="M8 3v9.5M4 9l4 4 4-4" />
  </Icon>
);
export const duplicateIcon = (
  <Icon>
    <path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" />
  </Icon>
);
export const groupIcon = (
  <Icon>
    <path d="M5.5 3h-3v10h3M10.5 3h3v10h-3M6 6.5h4M6 9.5h4" />
  </Icon>
);
export const listIcon = (
  <Icon>
    <path d="M2.5 4h2M7 4h6.5M2.5 8h2M7 8h6.5M2.5 12h2M7 12h6.5" />
  </Icon>
);
export const removeIcon = (
  <Icon>
    <path d="M4 4l8 8M12 4l-8 8" />
  </Icon>
);
export const chevronIcon = (
  <Icon>
    <path d="M6 4l4 4-4 4" />
  </Icon>
);
export const undoIcon = (
  <Icon>
    <path d="M6 3 3 6l3 3M3 6h6a3.5 3.5 0 0 1 0 7H6" />
  </Icon>
);
export const redoIcon = (
  <Icon>
    <path d="m10 3 3 3-3 3M13 6H7a3.5 3.5 0 0 0 0 7h3" />
  </Icon>
);
