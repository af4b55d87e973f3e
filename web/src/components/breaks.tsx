import { Fragment } from 'preact';

/** A long name with line breaks allowed between its words: PodReady|ToStart, endpointslices.|discovery. */
export function Breaks({ name }: { name: string }) {
  const words = name.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[./_-])/);
  return (
    <>
      {words.map((word, i) => (
        <Fragment key={i}>
          {i > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </>
  );
}
