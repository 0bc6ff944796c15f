import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { ObjectField } from '../../../../../common/schema/fields'
import { isJsonObject, type JsonValue } from '../../../../../common/json/value'
import { childPointer, type Pointer } from '../../../../../common/json/pointer'
import { useForm, useShape } from '../form-context'
import { removeMember } from './remove'
import classes from './structure.module.css'

/** Values that the schema has no control for: they stay in the document, and can be looked at. */
export function OtherMembers({ field, pointer }: { readonly field: ObjectField; readonly pointer: Pointer }) {
  const { store } = useForm()
  const [open, setOpen] = useState(false)
  const members = othersIn(field, useShape(pointer))
  if (members.length === 0) return null
  return (
    <div className={classes.others}>
      <button type="button" className={classes.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        <IconChevronRight size={14} aria-hidden="true" />
        {members.length === 1
          ? '1 value that this form cannot show'
          : `${members.length} values that this form cannot show`}
      </button>
      {open && (
        <>
          <p className={classes.help}>
            The schema has no field for them. They are kept in the document as they are.
          </p>
          <dl>
            {members.map(([key, value]) => (
              <div key={key} data-pointer={childPointer(pointer, key)}>
                <dt>{key}</dt>
                <dd>
                  <pre>{JSON.stringify(value, null, 2)}</pre>
                  {store.mayChange(pointer) && !field.byKey.has(key) && (
                    <Button
                      variant="default"
                      size="compact-xs"
                      onClick={() => removeMember(store, childPointer(pointer, key), key)}
                    >
                      Remove
                    </Button>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  )
}

function othersIn(field: ObjectField, value: JsonValue | undefined): [string, JsonValue][] {
  if (!isJsonObject(value)) return []
  return Object.entries(value).filter(([key]) => {
    const known = field.byKey.get(key)
    return known === undefined || known.field.kind === 'unsupported'
  })
}
