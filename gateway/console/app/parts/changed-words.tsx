import { partsOf } from '#gateway/console/engine/tables/line-difference.js';

export interface ChangedWordsProps {
  readonly text: string;
  /** What it became, or was. */
  readonly other: string;
}

/** A short text, with the words marked that the other one does not have. */
export function ChangedWords({ text, other }: ChangedWordsProps) {
  if (text === '') return <>empty</>;
  return (
    <>
      {partsOf({ text, counterpart: other }).map((part, index) =>
        part.isChanged ? <mark key={index}>{part.text}</mark> : part.text,
      )}
    </>
  );
}
