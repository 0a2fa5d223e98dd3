import { favourites, setFavourite } from '../session/favourites-store.js';

/** Stars a tool: the search of the playground then shows it first. */
export function FavouriteButton({ slug, title }: { readonly slug: string; readonly title: string }) {
  const isFavourite = favourites.value.includes(slug);
  return (
    <button
      type="button"
      class="button quiet favourite"
      aria-pressed={isFavourite}
      aria-label={`${title} is a favourite`}
      title={isFavourite ? 'Remove from the favourites' : 'Add to the favourites: the search shows it first'}
      onClick={() => setFavourite(slug, !isFavourite)}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
        <path d="M8 1.8l1.9 3.9 4.3.6-3.1 3 .7 4.3L8 11.6l-3.8 2 .7-4.3-3.1-3 4.3-.6z" />
      </svg>
      Favourite
    </button>
  );
}
