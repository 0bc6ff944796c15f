import type { StringField } from '../../../../../common/schema/fields'
import { useForm } from '../form-context'
import classes from './fields.module.css'
import type { ControlProps } from './Leaf'
import { directionOf, shownText } from './shown-text'

export function TextControl({ pointer, place, readOnly, attributes }: ControlProps<StringField>) {
  const { store } = useForm()
  const text = shownText(place.value)
  return (
    <input
      type="text"
      dir={directionOf(text)}
      {...attributes}
      className={classes.input}
      readOnly={readOnly}
      value={text}
      onChange={(event) => store.set(pointer, event.currentTarget.value, 'typing')}
    />
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
