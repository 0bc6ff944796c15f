import { Button } from '@mantine/core'
import { useForm } from '../form-context'
import classes from './fields.module.css'
import type { ControlProps } from './Leaf'

/** A value that this control cannot edit: shown as it is and kept, until the person clears it. */
export function KeptValue({ pointer, place, readOnly, attributes }: ControlProps) {
  const { store } = useForm()
  return (
    <div className={classes.kept}>
      <pre id={attributes.id}>{JSON.stringify(place.value, null, 2)}</pre>
      {!readOnly && (
        <Button variant="default" size="compact-xs" onClick={() => store.set(pointer, undefined)}>
          Clear
        </Button>
      )}
    </div>
  )
}
