import { useRef, useState } from 'react'
import type { StringField } from '../../../../../common/schema/fields'
import { addressIn } from '../../../documents/links/value-faults'
import { isMac } from '../../../workbench/bridge'
import { AddressOffers } from '../../addresses/AddressOffers'
import { useForm } from '../form-context'
import classes from './fields.module.css'
import type { ControlProps } from './Leaf'
import { directionOf, shownText } from './shown-text'

const FOLLOW = `${isMac() ? 'Cmd' : 'Ctrl'}+click or F12 opens what it leads to`

export function TextControl({ pointer, place, readOnly, attributes }: ControlProps<StringField>) {
  const { store, links } = useForm()
  const field = useRef<HTMLInputElement>(null)
  const [isWritten, setWritten] = useState(false)
  const text = shownText(place.value)
  const address = addressIn(text)
  return (
    <>
      <input
        ref={field}
        type="text"
        dir={directionOf(text)}
        {...attributes}
        className={classes.input}
        readOnly={readOnly}
        value={text}
        title={links && address !== null ? FOLLOW : undefined}
        onChange={(event) => store.set(pointer, event.currentTarget.value, 'typing')}
        onFocus={() => setWritten(true)}
        onBlur={() => setWritten(false)}
        onClick={(event) => {
          if (address !== null && (isMac() ? event.metaKey : event.ctrlKey)) links?.follow(address)
        }}
      />
      {links && isWritten && !readOnly && (
        <AddressOffers
          field={field}
          path={links.path}
          onTake={(value) => store.set(pointer, value, 'typing')}
        />
      )}
    </>
  )
}

/**
 * Characters that fill the highest that a field grows to, whatever the window: the rest need not be measured.
 */
const ENOUGH = 16_000

/** Grows with what is written in it. */
export function LongTextControl({ pointer, place, readOnly, attributes }: ControlProps<StringField>) {
  const { store } = useForm()
  const text = shownText(place.value)
  return (
    <div className={classes.grow} data-text={text.slice(0, ENOUGH)}>
      <textarea
        dir={directionOf(text)}
        {...attributes}
        rows={3}
        className={classes.input}
        readOnly={readOnly}
        value={text}
        onChange={(event) => store.set(pointer, event.currentTarget.value, 'typing')}
      />
    </div>
  )
}
