import type { RendererProps } from '@jsonforms/core'
import { JsonFormsDispatch } from '@jsonforms/react'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, type CSSProperties } from 'react'
import { childPointer } from '../../../../../common/json/pointer'
import { useError, useFolded, useShape, useStrange } from '../form-context'
import { Leaf } from '../fields/Leaf'
import fieldClasses from '../fields/fields.module.css'
import { DepthProvider, Heading, isDeep, useDepth } from './depth'
import { elementOf, isElement, noSchema, partsOf, placeOf } from './elements'
import { usePlaceAttributes } from './FirstPlaces'
import { isDeepAndAbsent } from './first-places'
import { OtherMembers } from './OtherMembers'
import classes from './structure.module.css'
import { useGroup } from './useGroup'

/** The parts of an object one below the other, and what the schema does not know. */
export function ObjectRenderer({ uischema, ...props }: RendererProps) {
  const path = placeOf(props)
  if (!isElement(uischema, 'GalleyObject')) return null
  return (
    <>
      {partsOf(uischema.field).map(({ key, element }, index) => (
        <JsonFormsDispatch
          key={key ?? `#${index}`}
          schema={noSchema}
          uischema={element}
          path={key === null ? path : childPointer(path, key)}
        />
      ))}
      <OtherMembers field={uischema.field} pointer={path} />
    </>
  )
}

/** A run of controls, side by side where they are short. Off the screen it is not laid out. */
export function LeavesRenderer({ uischema, path }: RendererProps) {
  const attributes = usePlaceAttributes()
  if (!isElement(uischema, 'GalleyLeaves')) return null
  const { properties } = uischema
  const estimate = { '--estimate': `${properties.length * 66}px` } as CSSProperties
  return (
    <div className={fieldClasses.run} style={estimate}>
      {properties.map(({ key, label, required, field }) => {
        const pointer = childPointer(path, key)
        return (
          <Leaf
            key={key}
            field={field}
            pointer={pointer}
            label={label}
            required={required}
            elementId={attributes(key, pointer).id}
          />
        )
      })}
    </div>
  )
}

/** An object with a heading of its own, over the full width. */
export function SectionRenderer({ uischema, path }: RendererProps) {
  const depth = useDepth()
  const id = useId()
  const shape = useShape(path)
  const [toggled, setToggled] = useFolded(path)
  const group = useGroup()
  const attributes = usePlaceAttributes()
  const error = useError(path)
  const strange = useStrange(path)
  if (!isElement(uischema, 'GalleySection')) return null
  const { field, label, required } = uischema
  // Deep and empty sections begin folded: there the mark means the opposite.
  const folded = isDeepAndAbsent(depth, shape) ? !toggled : toggled
  return (
    <section
      ref={group}
      className={classes.section}
      aria-labelledby={id}
      data-group={path}
      data-depth={depth}
      data-deep={isDeep(depth) || undefined}
      {...attributes(path.slice(path.lastIndexOf('/') + 1), path)}
    >
      <Heading depth={depth}>
        <button
          type="button"
          aria-expanded={!folded}
          className={classes.fold}
          onClick={() => setToggled(!toggled)}
        >
          <IconChevronRight size={14} aria-hidden="true" />
          <span id={id}>{label}</span>
        </button>
        {required && <i className={classes.required}>required</i>}
      </Heading>
      {field.description !== null && <p className={classes.help}>{field.description}</p>}
      {error && (
        <p className={classes.error} role="note">
          {error.message}
        </p>
      )}
      {strange !== undefined && <pre className={classes.strange}>{JSON.stringify(strange)}</pre>}
      {!folded && (
        <div className={classes.body}>
          <DepthProvider value={depth + 1}>
            <JsonFormsDispatch schema={noSchema} uischema={elementOf(field)} path={path} />
          </DepthProvider>
        </div>
      )}
    </section>
  )
}
