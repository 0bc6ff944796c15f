import { NativeSelect, TextInput } from '@mantine/core'
import { isJsonObject, member, objectOf, type JsonObject } from '../../../../common/schema'
import classes from './schemas.module.css'

interface RootSettingsProps {
  readonly root: JsonObject
  readonly readOnly: boolean
  readonly onChange: (root: JsonObject) => void
}

/** What the schema is called, and whether a document is one thing or a list of them. */
export function RootSettings({ root, readOnly, onChange }: RootSettingsProps) {
  const title = member(root, 'title')
  const list = member(root, 'type') === 'array'
  return (
    <div className={classes.rootSettings}>
      <TextInput
        label="Title"
        readOnly={readOnly}
        value={typeof title === 'string' ? title : ''}
        onChange={(event) => {
          const next = event.currentTarget.value
          const rest = Object.entries(root).filter(([key]) => key !== 'title')
          onChange(next === '' ? objectOf(rest) : { ...root, title: next })
        }}
      />
      <NativeSelect
        label="A document holds"
        disabled={readOnly}
        value={list ? 'array' : 'object'}
        onChange={(event) => onChange(event.currentTarget.value === 'array' ? asList(root) : asObject(root))}
        data={[
          { value: 'object', label: 'fields' },
          { value: 'array', label: 'a list' }
        ]}
      />
    </div>
  )
}

/** The fields of the object become those of the list's items, and the other way round. */
function asList(root: JsonObject): JsonObject {
  if (member(root, 'type') === 'array') return root
  const { properties = {}, required, ...rest } = root
  const items = { type: 'object', title: 'item', properties, ...(required === undefined ? {} : { required }) }
  return { ...rest, type: 'array', items }
}

function asObject(root: JsonObject): JsonObject {
  if (member(root, 'type') !== 'array') return root
  const { items, minItems: _least, maxItems: _most, ...rest } = root
  const object = isJsonObject(items) ? items : {}
  const properties = member(object, 'properties') ?? {}
  const required = member(object, 'required')
  return { ...rest, type: 'object', properties, ...(required === undefined ? {} : { required }) }
}
