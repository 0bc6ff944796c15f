import { useForm } from '../form-context'
import classes from './fields.module.css'
import type { ControlProps } from './Leaf'

/** On or off. A value that is neither is said by the error below; switching replaces it. */
export function SwitchControl({ pointer, place, readOnly, attributes }: ControlProps) {
  const { store } = useForm()
  const { 'aria-required': _required, ...rest } = attributes
  return (
    <span className={classes.switch}>
      <input
        type="checkbox"
        role="switch"
        {...rest}
        disabled={readOnly}
        checked={place.value === true}
        onChange={(event) => store.set(pointer, event.currentTarget.checked)}
      />
      <span aria-hidden="true">{place.value === true ? 'On' : 'Off'}</span>
    </span>
  )
}
