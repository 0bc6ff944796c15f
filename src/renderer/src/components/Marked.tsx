import type { SearchFound } from '../../../common/search/answer'

/** A text with stretches of it marked. @param marks in UTF-16 units, in order, none within another */
export function Marked({ text, marks }: Pick<SearchFound, 'text' | 'marks'>) {
  const parts = marks.flatMap(([from, to], index) => [
    text.slice(marks[index - 1]?.[1] ?? 0, from),
    <mark key={from}>{text.slice(from, to)}</mark>
  ])
  return (
    <>
      {parts}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  )
}
