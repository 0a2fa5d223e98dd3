import { logoPath, logoSize } from '../../../core/brand.js';

/** The logo, beside the name of the product. */
export function Logo() {
  return (
    <svg class="logo" viewBox={`0 0 ${logoSize} ${logoSize}`} aria-hidden="true" focusable="false">
      <path d={logoPath} />
    </svg>
  );
}
