import { VisuallyHidden } from '@mantine/core'
import type { Present } from '../../../../common/present'
import { initials } from '../../components/person'
import { whoHas } from './people-words'
import classes from './PresentSigns.module.css'

/** So many are shown by their letters where there is little room. */
const SHOWN = 2

interface PresentSignsProps {
  readonly people: readonly Present[]
  readonly kind: 'file' | 'folder'
  /** Of the words, for whoever describes a line by them. */
  readonly id?: string
}

/** Who is in a document, by their letters, and in words for who does not see them; nothing for nobody. */
export function PresentSigns({ people, kind, id }: PresentSignsProps) {
  if (people.length === 0) return null
  const words = whoHas(people, kind)
  const more = people.length - SHOWN
  return (
    <span id={id} className={classes.signs} title={words}>
      {people.slice(0, SHOWN).map((one) => (
        <span
          key={one.email}
          className={classes.sign}
          data-person={one.colour}
          data-idle={one.isIdle || undefined}
          // drawn, and no text: what a line is called does not hold them
          data-letters={initials(one)}
        />
      ))}
      {more > 0 && <span className={classes.more} data-letters={`+${more}`} />}
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  )
}
