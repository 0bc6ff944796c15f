import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isJsonObject, member, type JsonObject, type Pointer } from '../../../../common/schema'
import type { FormParts } from '../../engines/form/form-context'
import { FormView } from '../../engines/form/FormView'
import { FormStore } from '../../engines/form/store/form-store'
import { reveal } from '../../engines/form/structure/reveal'
import { keyOf, kindNames, type OutlineRow } from './builder-model'
import { keyFromLabel, keyTrouble, settingsOf, settingsSchema, withFieldSettings } from './field-settings'
import classes from './schemas.module.css'

interface FieldSettingsProps {
  readonly root: JsonObject
  readonly row: OutlineRow
  readonly readOnly: boolean
  /** Where the cursor begins; null: it stays where it is. */
  readonly start: 'title' | 'kind' | null
  /** The key is made of the label, until the person writes one. */
  readonly keyFollows: boolean
  readonly onChange: (root: JsonObject, pointer: Pointer) => void
  /** The person wrote a key. */
  readonly onOwnKey: () => void
}

/** The settings of one field: a form like every other. */
export function FieldSettings(props: FieldSettingsProps) {
  const { root, row, readOnly, start, keyFollows, onChange, onOwnKey } = props
  const { kind, definition } = row
  const schema = useMemo(() => (kind === null ? null : settingsSchema(kind, definition)), [kind, definition])
  const settings = settingsOf(root, row.pointer)
  const text = JSON.stringify(settings)
  const store = useMemo(() => schema && new FormStore(schema, settings, readOnly), [schema, readOnly]) // eslint-disable-line react-hooks/exhaustive-deps -- what changes elsewhere is taken over below
  const latest = useRef({ root, row, keyFollows, onChange, onOwnKey })
  const written = useRef(text)
  const [trouble, setTrouble] = useState<string | null>(null)
  useEffect(() => {
    latest.current = { root, row, keyFollows, onChange, onOwnKey }
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
        const { pointer } = current.row
        const hasOwnKey = member(store.data, 'key') !== keyOf(pointer)
        if (current.keyFollows && hasOwnKey) current.onOwnKey()
        const follows = current.keyFollows && !hasOwnKey
        const label = member(store.data, 'title')
        const made = follows && typeof label === 'string' ? keyFromLabel(current.root, pointer, label) : null
        const wanted = made === null ? store.data : { ...store.data, key: made }
        const next = withFieldSettings(current.root, pointer, wanted)
        // a key that was made here is taken over into the form below, as what changes elsewhere
        written.current = JSON.stringify(made === null ? settingsOf(next.root, next.pointer) : store.data)
        setTrouble(keyTrouble(next.root, next.pointer, store.data))
        if (next.root !== current.root) current.onChange(next.root, next.pointer)
      }),
    [store]
  )
  const onParts = useCallback(
    (parts: FormParts | null) => {
      if (parts && start) void reveal(parts, `/${start}`).then(selectAll)
    },
    [start]
  )
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
      onParts={onParts}
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

/** What the label says by itself is typed over. */
function selectAll(): void {
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.select()
}
