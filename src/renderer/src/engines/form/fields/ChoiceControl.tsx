import { useForm } from '../form-context'
import classes from './fields.module.css'
import type { ControlProps } from './Leaf'
import { shownText } from './shown-text'

/**
 * One of the allowed values (map A). A stored value that is not allowed is shown and kept until another is
 * chosen.
 */
export function ChoiceControl({ field, pointer, place, readOnly, attributes }: ControlProps) {
  const { store } = useForm()
  const options: readonly (string | number | boolean)[] = field.options ?? []
  const { value } = place
  const chosen = options.findIndex((option) => option === value)
  const strange = chosen < 0 && value !== undefined && value !== null && value !== ''
  const required = attributes['aria-required']
  return (
    <select
      {...attributes}
      className={classes.select}
      disabled={readOnly}
      data-empty={chosen < 0 && !strange ? true : undefined}
      value={strange ? 'strange' : chosen < 0 ? '' : String(chosen)}
      onChange={(event) => {
        const index = event.currentTarget.value
        if (index === 'strange') return
        store.set(pointer, index === '' ? undefined : options[Number(index)])
      }}
    >
      <option value="" disabled={required}>
        {required ? 'Please select' : 'None'}
      </option>
      {strange && <option value="strange">{shownText(value)} (not allowed)</option>}
      {options.map((option, index) => (
        <option key={index} value={String(index)}>
          {String(option)}
        </option>
      ))}
    </select>
  )
}
