import { StoredList } from './stored-list.js';

// Inputs

const list = new StoredList<string>('favourites', {
  read: (value) => (typeof value === 'string' ? value : undefined),
  most: 100,
});

/** The slugs of the tools that the user has starred, the newest last. */
export const favourites = list.items;

// Actions

/** Stars a tool, or removes its star. */
export function setFavourite(slug: string, isFavourite: boolean): void {
  list.change((slugs) => {
    const others = slugs.filter((other) => other !== slug);
    return isFavourite ? [...others, slug] : others;
  });
}
