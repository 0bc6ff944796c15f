import { memo, useId, useMemo, useState, type ReactNode } from 'react'
import { isJsonArray, isJsonObject } from '../../../../../common/json/value'
import type { LeafField } from '../../../../../common/schema/fields'
import type { Pointer } from '../../../../../common/json/pointer'
import { whoAre } from '../../../documents/together/people-words'
import { useOthersAt } from '../form-company'
import { useForm, usePlace } from '../form-context'
import type { Place } from '../store/cells'
import { ChoiceControl } from './ChoiceControl'
import classes from './fields.module.css'
import { FieldFaults } from './FieldFaults'
import { NumberControl } from './NumberControl'
import { LongTextControl } from './LongTextControl'
import { TextControl } from './TextControl'
import { Button } from '@mantine/core'
import { faultsIn, useValueFaults, type FaultyStretch } from '../../../documents/links/value-faults'

interface LeafProps {
  readonly field: LeafField
  readonly pointer: Pointer
  readonly label: string
  readonly required: boolean
  /** The property's key where its element carries it as id (F3). */
  readonly elementId?: string | undefined
  /** In a list's row the label is for screen readers only. */
  readonly bare?: boolean
}

/** What every control gets. */
export interface ControlProps<F extends LeafField = LeafField> {
  readonly field: F
  readonly pointer: Pointer
  readonly place: Place
  readonly readOnly: boolean
  readonly attributes: ControlAttributes
  /** Addresses in its value that need a look. */
  readonly faults: readonly FaultyStretch[]
}

interface ControlAttributes {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-required': boolean
  readonly 'aria-describedby'?: string
}

/** One labelled control with its help or its error; draws anew only when its own value or error changes. */
export const Leaf = memo(function Leaf(props: LeafProps) {
  const { field, pointer, label, required, elementId, bare } = props
  const { store, links } = useForm()
  const place = usePlace(pointer)
  const others = useOthersAt(pointer)
  const known = useValueFaults(links?.path ?? null)
  const value = field.kind === 'string' ? place.value : null
  const faults = useMemo(() => faultsIn(value, known), [value, known])
  const id = useId()
  const [focused, setFocused] = useState(false)
  const { error } = place
  const isIdle = others.every((one) => one.isIdle)
  const said = [
    ...(error !== null || field.description !== null ? [`${id}-said`] : []),
    ...(faults.length === 0 ? [] : [`${id}-fault`]),
    ...(others.length === 0 ? [] : [`${id}-others`])
  ]
  const attributes = {
    id,
    'aria-invalid': error !== null,
    'aria-required': required,
    ...(said.length > 0 ? { 'aria-describedby': said.join(' ') } : {})
  }
  const control = controlOf({
    field,
    pointer,
    place,
    readOnly: !store.mayChange(pointer),
    attributes,
    faults
  })
  const limit = field.kind === 'string' && field.options === null ? field.maxLength : null
  const isSwitch = field.kind === 'boolean' && field.options === null
  return (
    <div
      id={elementId}
      data-pointer={pointer}
      className={classes.field}
      data-wide={isWide(field) || undefined}
      data-kind={isSwitch ? 'switch' : undefined}
      data-fault={faults.length > 0 || undefined}
      data-person={others[0]?.colour}
      onFocus={() => limit !== null && setFocused(true)}
      onBlur={() => {
        store.cutStep()
        if (limit !== null) setFocused(false)
      }}
    >
      <label htmlFor={id} className={bare ? 'visually-hidden' : classes.label}>
        <span>
          {label}
          {required && (
            <i aria-hidden="true" title="Required">
              *
            </i>
          )}
        </span>
        {limit !== null && !bare && (focused || over(place, limit)) && (
          <small data-over={over(place, limit) || undefined}>
            {lengthOf(place)} / {limit}
          </small>
        )}
      </label>
      {control}
      {error ? (
        <div id={`${id}-said`} className={classes.error}>
          {error.message}
        </div>
      ) : (
        field.description !== null && (
          <div id={`${id}-said`} className={classes.help}>
            {field.description}
          </div>
        )
      )}
      {others.length > 0 && (
        <span id={`${id}-others`} className={classes.others} data-idle={isIdle || undefined}>
          {whoAre(others, 'here')}
        </span>
      )}
      {faults.length > 0 && (
        <FieldFaults
          id={`${id}-fault`}
          text={String(value)}
          faults={faults}
          onMend={store.mayChange(pointer) ? (text) => store.set(pointer, text) : null}
        />
      )}
    </div>
  )
})

function controlOf(props: ControlProps): ReactNode {
  const { field, place } = props
  if (isJsonObject(place.value) || isJsonArray(place.value)) return <KeptValue {...props} />
  if (field.options !== null) return <ChoiceControl {...props} />
  switch (field.kind) {
    case 'string':
      return field.multiline ? (
        <LongTextControl {...props} field={field} />
      ) : (
        <TextControl {...props} field={field} />
      )
    case 'boolean':
      return <SwitchControl {...props} />
    default:
      return <NumberControl {...props} field={field} />
  }
}

/** Texts of unknown length get the whole line; choices, numbers and short codes share one. */
function isWide(field: LeafField): boolean {
  if (field.kind !== 'string' || field.options !== null) return false
  return field.multiline || field.maxLength === null || field.maxLength > 48
}

/** In characters as the schema counts them (code points). */
function lengthOf({ value }: Place): number {
  return typeof value === 'string' ? [...value].length : 0
}

const over = (place: Place, limit: number) => lengthOf(place) > limit

/** A value that this control cannot edit: shown as it is and kept, until the person clears it. */
function KeptValue({ pointer, place, readOnly, attributes }: ControlProps) {
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

/** On or off. A value that is neither is said by the error below; switching replaces it. */
function SwitchControl({ pointer, place, readOnly, attributes }: ControlProps) {
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
