import type { RefObject } from 'react'
import type { Pointer } from '../../../../../common/json/pointer'
import type { Here } from '../../../../../common/rooms/frames'
import { dataPlaceIn } from '../../../../../common/rooms/window/data-places'
import { useOthersAt } from '../form-company'
import { useForm } from '../form-context'
import classes from './fields.module.css'
import { useScrolledWith } from './scrolled-with'
import { directionOf } from './shown-text'

interface OthersCaretsProps {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly pointer: Pointer
  readonly text: string
}

/** Where others are in a long text, and what they have chosen of it. */
export function OthersCarets({ pointer, ...rest }: OthersCaretsProps) {
  const { store } = useForm()
  return useOthersAt(pointer).flatMap((one) => {
    const place = one.at && dataPlaceIn(one.at)
    if (!place || !('field' in place) || !place.chosen) return []
    const [anchor, head] = place.chosen.map((letter) => store.indexOfLetter(pointer, letter))
    if (typeof anchor !== 'number' || typeof head !== 'number') return []
    return [<OtherCaret key={one.who} one={one} anchor={anchor} head={head} {...rest} />]
  })
}

interface OtherCaretProps extends Omit<OthersCaretsProps, 'pointer'> {
  readonly one: Here
  readonly anchor: number
  readonly head: number
}

/** The text once more over it, unseen but for what is chosen. */
function OtherCaret({ field, text, one, anchor, head }: OtherCaretProps) {
  const cover = useScrolledWith(field)
  const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)]
  const caret = <i data-idle={one.isIdle || undefined} />
  return (
    <div
      ref={cover}
      className={classes.carets}
      dir={directionOf(text)}
      data-person={one.colour}
      aria-hidden="true"
    >
      {text.slice(0, from)}
      {head === from && caret}
      {from < to && <mark>{text.slice(from, to)}</mark>}
      {head !== from && caret}
      {text.slice(to)}{' '}
    </div>
  )
}
