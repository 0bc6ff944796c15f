import type { SearchFound, SearchHit } from '../../../../common/search/answer'
import { contentPath, nameOf, parentOf, splitName } from '../../../../common/content/paths'
import { isPage } from '../../../../common/formats/files'
import { entryAt } from '../../engines/tree/entries'
import { EntryIcon } from '../../engines/tree/icons'
import classes from './Palette.module.css'

interface ContentLineProps {
  readonly hit: SearchHit
  /** The site that the tree shows. */
  readonly root: string | null
}

/** What a file is called, where it is, and the first words of it that were found. */
export function ContentLine({ hit, root }: ContentLineProps) {
  const path = contentPath(hit.path)
  const entry = entryAt(path, 'file')
  const { name, ext } = splitName(nameOf(path))
  const where =
    root !== null && hit.path.startsWith(`${root}/`) ? parentOf(path).slice(root.length + 1) : hit.path
  const [place] = hit.places
  return (
    <>
      <EntryIcon entry={entry} />
      <span className={classes.hit}>
        <span className={classes.hitHead}>
          <span className={classes.name}>{hit.title || (isPage(ext) ? name : nameOf(path))}</span>
          <span className={classes.where}>{hit.kind === 'config' ? 'Config' : where}</span>
        </span>
        {place && (
          <span className={classes.words}>
            <Marked text={place.text} marks={place.marks} />
          </span>
        )}
      </span>
    </>
  )
}

/** A text with stretches of it marked. @param marks in order, none within another */
function Marked({ text, marks }: Pick<SearchFound, 'text' | 'marks'>) {
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
