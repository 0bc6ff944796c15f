import type { SearchHit } from '../../../../common/search/answer'
import {
  childOf,
  contentPath,
  isWithin,
  type ContentPath,
  nameOf,
  parentOf,
  splitName
} from '../../../../common/content/paths'
import { isPage } from '../../../../common/formats/files'
import { entryAt } from '../../engines/tree/entries'
import { Marked } from '../../components/Marked'
import { EntryIcon } from '../../engines/tree/icons'
import classes from './Palette.module.css'

interface ContentLineProps {
  readonly hit: SearchHit
  /** The site that the tree shows. */
  readonly root: ContentPath | null
}

/** What a file is called, where it is, and the first words of it that were found. */
export function ContentLine({ hit, root }: ContentLineProps) {
  const path = contentPath(hit.path)
  const entry = entryAt(path, 'file')
  const { name, ext } = splitName(nameOf(path))
  const shown = isPage(ext) ? name : nameOf(path)
  // pages of one title are told apart by their names
  const full = hit.title === '' ? parentOf(path) : childOf(parentOf(path), shown)
  const where = root !== null && isWithin(full, root) ? full.slice(root.length + 1) : full
  const [place] = hit.places
  return (
    <>
      <EntryIcon entry={entry} />
      <span className={classes.hit}>
        <span className={classes.hitHead}>
          <span className={classes.name} dir="auto">
            {hit.title || shown}
          </span>
          <span className={classes.where}>{hit.kind === 'config' ? 'Config' : where}</span>
        </span>
        {place && (
          <span className={classes.words} dir="auto">
            <Marked text={place.text} marks={place.marks} />
          </span>
        )}
      </span>
    </>
  )
}
