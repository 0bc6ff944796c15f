import { useEffect, useMemo, useRef, useState } from 'react'
import { isJsonObject, type JsonObject, type Pointer } from '../../../../common/schema'
import { FormView } from '../forms/FormView'
import { FormStore } from '../forms/store/form-store'
import { kindNames, type OutlineRow } from './builder-model'
import { keyTrouble, settingsOf, settingsSchema, withFieldSettings } from './field-settings'
import classes from './schemas.module.css'

interface FieldSettingsProps {
  readonly root: JsonObject
  readonly row: OutlineRow
  readonly readOnly: boolean
  /** The cursor begins at the kind. */
  readonly atKind: boolean
  readonly onChange: (root: JsonObject, pointer: Pointer) => void
}

/** The settings of one field: a form like every other. */
export function FieldSettings({ root, row, readOnly, atKind, onChange }: FieldSettingsProps) {
  const { kind, definition } = row
  const schema = useMemo(() => (kind === null ? null : settingsSchema(kind, definition)), [kind, definition])
  const settings = settingsOf(root, row.pointer)
  const text = JSON.stringify(settings)
  const store = useMemo(() => schema && new FormStore(schema, settings, readOnly), [schema, readOnly]) // eslint-disable-line react-hooks/exhaustive-deps -- what changes elsewhere is taken over below
  const latest = useRef({ root, row, onChange })
  const written = useRef(text)
  const [trouble, setTrouble] = useState<string | null>(null)
  useEffect(() => {
    latest.current = { root, row, onChange }
  })
  useEffect(() => {
    if (!store || text === written.current) return
    written.current = text
    const next: unknown = JSON.parse(text)
    if (isJsonObject(next)) store.replace(next)
  }, [store, text])
  useEffect(
    () =>
      store?.changed.subscribe(() => {
        const { current } = latest
        if (!isJsonObject(store.data)) return
        const next = withFieldSettings(current.root, current.row.pointer, store.data)
        written.current = JSON.stringify(settingsOf(next.root, next.pointer))
        setTrouble(keyTrouble(next.root, next.pointer, store.data))
        if (next.root !== current.root) current.onChange(next.root, next.pointer)
      }),
    [store]
  )
  useEffect(() => {
    if (atKind) store?.revealed.tell('/kind')
  }, [store]) // eslint-disable-line react-hooks/exhaustive-deps -- once for each form that is shown
  if (!store || kind === null) {
    return (
      <p className={classes.hint}>
        This field is written in a way that the builder leaves alone. Change it in the JSON.
      </p>
    )
  }
  return (
    <FormView
      store={store}
      withNavigation={false}
      label={`Settings of ${row.label}`}
      head={
        <header className={classes.sampleHead}>
          <h2>{row.label}</h2>
          <p>{definition ? 'Reusable part' : kindNames[kind]}</p>
          {trouble !== null && (
            <p className={classes.trouble} role="status">
              {trouble}
            </p>
          )}
        </header>
      }
    />
  )
}
