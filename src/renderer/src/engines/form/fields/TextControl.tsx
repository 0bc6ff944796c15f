import { useRef, useState } from 'react'
import type { StringField } from '../../../../../common/schema/fields'
import { addressIn } from '../../../documents/links/value-faults'
import { isMac } from '../../../workbench/bridge'
import { AddressOffers } from '../../addresses/AddressOffers'
import { useForm } from '../form-context'
import classes from './fields.module.css'
import type { ControlProps } from './Leaf'
import { directionOf, shownText } from './shown-text'

export const FOLLOW = `${isMac() ? 'Cmd' : 'Ctrl'}+click or F12 opens what it leads to`

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
      {links?.path && isWritten && !readOnly && (
        <AddressOffers
          field={field}
          path={links.path}
          onTake={(value) => store.set(pointer, value, 'typing')}
        />
      )}
    </>
  )
}
