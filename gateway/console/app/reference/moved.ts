/** Follows links to places that were on the first page before the reference had several pages. */
export function followMovedAnchors(): void {
  const follow = () => {
    const target = document.getElementById(location.hash.slice(1))?.dataset.page;
    if (target !== undefined) location.replace(target);
  };
  addEventListener('hashchange', follow);
  follow();
}
