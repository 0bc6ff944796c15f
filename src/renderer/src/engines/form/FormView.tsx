import type { Field } from '../../../../common/schema/fields'
import { isDeepAndAbsent } from './structure/first-places'
import { rankWith, uiTypeIs, type JsonFormsRendererRegistryEntry, type Middleware } from '@jsonforms/core'
import { LeavesRenderer, ObjectRenderer, SectionRenderer } from './structure/ObjectRenderer'
import { ListRenderer } from './structure/ListRenderer'
import { JsonForms } from '@jsonforms/react'
import { IconForms } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Pointer } from '../../../../common/json/pointer'
import { State } from '../../components/State'
import type { Company } from '../../documents/together/company'
import type { ValueLinks } from '../addresses/AddressOffers'
import { joinForm, useFieldOthers } from './form-company'
import { FormProvider, type FormParts } from './form-context'
import { numberText } from '../../components/formats'
import classes from './FormView.module.css'
import type { FormStore } from './store/form-store'
import { createGroupSpy } from './structure/group-spy'
import { elementOf, noSchema } from './structure/elements'
import { FirstPlaces } from './structure/FirstPlaces'
import { Navigation } from './structure/Navigation'
import { reveal } from './structure/reveal'

interface FormViewProps {
  readonly store: FormStore
  /** Above the first section. */
  readonly head?: ReactNode
  /** Told how to reach the parts once they are there: jumping to errors, the focus after undo. */
  readonly onParts?: (parts: FormParts | null) => void
  readonly withNavigation?: boolean
  /** Asks who changed a place last. */
  readonly onWhoChanged?: (pointer: Pointer) => void
  readonly links?: ValueLinks
  /** Who else is in the document; null: nobody can be. */
  readonly company?: Company | null
  readonly label: string
}

/**
 * A form over a store, with the tree of its parts beside it; of a schema with too many fields a sentence
 * (E12).
 */
export function FormView(props: FormViewProps) {
  const { head, label, store } = props
  const isTooLong = useMemo(() => hasTooManyFields(store.schema.root), [store])
  if (!isTooLong) return <DrawnForm {...props} />
  return (
    <div className={classes.view}>
      <div className={classes.scroller} role="form" aria-label={label}>
        <div className={classes.form}>
          {head}
          <State icon={<IconForms size={20} stroke={1.5} />} title="This form is too long to be shown">
            Its schema has more than {numberText(MOST_FIELDS)} fields, which would hold the window up. All of
            it is in the JSON, and can be changed there.
          </State>
        </div>
      </div>
    </div>
  )
}

function DrawnForm({
  store,
  head,
  onParts,
  withNavigation = true,
  label,
  onWhoChanged,
  links,
  company = null
}: FormViewProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const others = useFieldOthers(company)
  const parts = useMemo<FormParts>(
    () => ({
      store,
      scroller,
      spy: createGroupSpy(),
      lists: new Map(),
      ...(onWhoChanged ? { onWhoChanged } : {}),
      ...(links ? { links } : {}),
      ...(others ? { others } : {})
    }),
    [store, onWhoChanged, links, others]
  )
  const { root } = store.schema
  const middleware = useMemo(() => middlewareOf(store), [store])

  // What scrolls must be there before long lists ask for its size.
  const [scrolls, setScrolls] = useState(false)
  const takeScroller = useCallback((element: HTMLDivElement | null) => {
    scroller.current = element
    setScrolls(element !== null)
  }, [])
  useEffect(() => {
    if (scrolls && scroller.current) return parts.spy.start(scroller.current)
    return undefined
  }, [parts, scrolls])
  useEffect(() => {
    const { current } = scroller
    return scrolls && current && company ? joinForm(company, parts, current) : undefined
  }, [company, parts, scrolls])
  useEffect(() => store.revealed.subscribe((pointer) => void reveal(parts, pointer)), [store, parts])
  useEffect(() => {
    if (!scrolls) return
    onParts?.(parts)
    return () => onParts?.(null)
  }, [parts, onParts, scrolls])

  return (
    <FormProvider value={parts}>
      <div className={classes.view} data-navigation={withNavigation || undefined}>
        {withNavigation && (
          <nav className={classes.navigation} aria-label="Navigation of the form">
            <Navigation />
          </nav>
        )}
        <div
          ref={takeScroller}
          className={classes.scroller}
          role="form"
          aria-label={label}
          onFocus={(event) => {
            // a menu of an item is drawn elsewhere: who opens it stays at the item
            if (!event.currentTarget.contains(event.target)) return
            const group = event.target.closest<HTMLElement>('[data-group]')
            parts.spy.choose(group?.dataset['group'] ?? '')
          }}
        >
          <div className={classes.form}>
            {head}
            <FirstPlaces>
              {scrolls && (root.kind === 'object' || root.kind === 'array') ? (
                <JsonForms
                  schema={noSchema}
                  uischema={elementOf(root)}
                  data={noData}
                  renderers={renderers}
                  validationMode="NoValidation"
                  middleware={middleware}
                />
              ) : null}
            </FirstPlaces>
          </div>
        </div>
      </div>
    </FormProvider>
  )
}

const noData = {}

/**
 * JSON Forms chooses renderers and keeps no data: its own state never changes, and a change that a renderer
 * sends through it goes to our store, at the JSON Pointer that we hand out as path.
 */
function middlewareOf(store: FormStore): Middleware {
  return (state, action) => {
    if (action.type === 'jsonforms/UPDATE') store.set(action.path, action.updater(store.value(action.path)))
    if (action.type !== 'jsonforms/INIT' && action.type !== 'jsonforms/UPDATE_CORE') return state
    if (state.uischema === action.uischema && state.validationMode) return state
    const { data, schema, uischema } = action
    const given = { ...(schema ? { schema } : {}), ...(uischema ? { uischema } : {}) }
    return { ...state, ...given, data, errors: [], validationMode: 'NoValidation' }
  }
}

/** What draws each part of a form. JSON Forms takes the entry with the highest rank. */
const renderers: JsonFormsRendererRegistryEntry[] = [
  { tester: rankWith(1, uiTypeIs('GalleyObject')), renderer: ObjectRenderer },
  { tester: rankWith(1, uiTypeIs('GalleyLeaves')), renderer: LeavesRenderer },
  { tester: rankWith(1, uiTypeIs('GalleySection')), renderer: SectionRenderer },
  { tester: rankWith(1, uiTypeIs('GalleyList')), renderer: ListRenderer }
]

/** More fields than this are not drawn as a form: each is a control, and the window would stand still. */
const MOST_FIELDS = 5_000

/**
 * Whether a form of this schema would draw more. Lists count with one item: more of them are drawn as they
 * come into view.
 */
function hasTooManyFields(root: Field): boolean {
  let left = MOST_FIELDS
  const walk = (field: Field, depth: number): void => {
    if (field.kind === 'array') return walk(field.items, depth + 1)
    if (field.kind !== 'object') return
    for (const { field: below } of field.properties) {
      if (left < 0) return
      left -= 1
      if (!isDeepAndAbsent(depth + 1, undefined)) walk(below, depth + 1)
    }
  }
  walk(root, 0)
  return left < 0
}
