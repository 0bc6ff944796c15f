import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { inText } from '../../../../../common/links/inside'
import type { StringField } from '../../../../../common/schema/fields'
import { addressInText } from '../../../documents/links/value-faults'
import { isMac } from '../../../workbench/bridge'
import { AddressOffers } from '../../addresses/AddressOffers'
import { useForm } from '../form-context'
import classes from './fields.module.css'
import type { ControlProps } from './Leaf'
import { OthersCarets } from './OthersCarets'
import { useSharedTyping } from './shared-typing'
import { directionOf, shownText } from './shown-text'
import { FOLLOW } from './TextControl'
import { TextMarks } from './TextMarks'

/**
 * Characters that fill the highest that a field grows to, whatever the window: the rest need not be measured.
 */
const ENOUGH = 16_000

/** Grows with what is written in it. */
export function LongTextControl({ pointer, place, readOnly, attributes, faults }: ControlProps<StringField>) {
  const { store, links } = useForm()
  const field = useRef<HTMLTextAreaElement>(null)
  const [isWritten, setWritten] = useState(false)
  const { shown: text, ...typing } = useSharedTyping(store, pointer, shownText(place.value), field)
  const shown = text.slice(0, ENOUGH)
  const isLinking = inText(shown).length > 0
  return (
    <div className={classes.grow} data-text={shown}>
      <textarea
        ref={field}
        dir={directionOf(text)}
        {...attributes}
        rows={3}
        className={classes.input}
        readOnly={readOnly}
        value={text}
        title={links && isLinking ? FOLLOW : undefined}
        onChange={({ currentTarget }) => typing.onTyped(currentTarget)}
        onSelect={({ currentTarget }) => typing.onChosen(currentTarget)}
        onCompositionStart={typing.onComposing}
        onCompositionEnd={({ currentTarget }) => typing.onComposed(currentTarget)}
        onFocus={() => setWritten(true)}
        onBlur={() => setWritten(false)}
        onClick={({ currentTarget, ctrlKey, metaKey }) => {
          if (!links || !(isMac() ? metaKey : ctrlKey)) return
          const address = addressInText(text, currentTarget.selectionStart)
          if (address !== null) links.follow(address)
        }}
      />
      {faults.length > 0 && <TextMarks field={field} text={text} faults={faults} />}
      <OthersCarets field={field} pointer={pointer} text={text} />
      {links?.path && isWritten && !readOnly && (
        <AddressOffers
          field={field}
          path={links.path}
          isLongText
          onTake={(next, caret) => {
            flushSync(() => store.set(pointer, next, 'typing'))
            field.current?.setSelectionRange(caret, caret)
          }}
        />
      )}
    </div>
  )
}
