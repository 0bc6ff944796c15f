import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import type { DocumentProblem } from '../../../../../common/formats/structured'
import { useWhoChangedInForm } from '../../blame'
import { askToLeave } from '../../site-look'
import type { DocumentSession } from '../../../documents'
import { canGoToData, type goTo, offsetOf } from '../../../documents/go-to'
import { watchLinks } from '../../../documents/links/document-links'
import { followAddress } from '../../../documents/links/follow'
import { addressInText } from '../../../documents/links/value-faults'
import { whichAddress } from '../../../documents/links/which-address'
import { pointerOfAddress } from '../../../engines/form/find/pointer-of-address'
import type { Pointer } from '../../../../../common/json/pointer'
import { useTypedAhead } from '../../../workbench/focus-intent'
import { isTextField, typeInto } from '../../../workbench/typing-ahead'
import type { StoredSchema } from '../../../documents/schemas/library'
import type { FormParts } from '../../../engines/form/form-context'
import { FormFind } from '../../../engines/form/find/FormFind'
import { FormView } from '../../../engines/form/FormView'
import type { FormStore } from '../../../engines/form/store/form-store'
import { reveal } from '../../../engines/form/structure/reveal'
import { FormHead } from './FormHead'
import { FormToolbar } from './FormToolbar'
import { SessionBanner } from './SessionBanner'
import classes from './StructuredDocument.module.css'
import { useFormCommands } from './form-commands'
import { JsonWaitsStrip } from '../json/JsonWaitsStrip'
import { formOf } from './open-forms'
import { chooseView } from './view-choice'

const FIELDS = 'input, select, textarea'

interface DocumentFormProps {
  readonly session: DocumentSession
  readonly path: ContentPath
  readonly store: FormStore
  readonly stored: StoredSchema
  readonly problems: readonly DocumentProblem[]
  readonly views: ReactNode
  /** What this person may not do here. */
  readonly note: ReactNode
}

/** The form of a structured document, with its toolbar and what happened to it meanwhile. */
export function DocumentForm({ session, path, store, stored, problems, views, note }: DocumentFormProps) {
  const parts = useRef<FormParts | null>(null)
  const [mounted, setMounted] = useState(0)
  const typedAhead = useTypedAhead()
  const onParts = useCallback((next: FormParts | null) => {
    parts.current = next
    if (next) setMounted((old) => old + 1)
  }, [])
  useEffect(() => {
    const fields = [...(parts.current?.scroller.current?.querySelectorAll<HTMLElement>(FIELDS) ?? [])]
    if (fields.length === 0) return
    const isFresh = formOf(session).takeFresh()
    const typed = typedAhead() ?? (isFresh ? '' : null)
    if (typed === null) return
    // letters are for a text, where there is one
    const first = (typed !== '' && fields.find(isTextField)) || fields[0]
    first?.focus({ preventScroll: true })
    if (first && typed !== '') void typeInto(first, typed)
  }, [mounted]) // eslint-disable-line react-hooks/exhaustive-deps -- once for each form that is shown
  useEffect(() => {
    if (mounted === 0) return
    return canGoToData(
      path,
      (place, focus) => {
        const pointer = pointerAt(session, store, place)
        if (pointer !== null && parts.current) void reveal(parts.current, pointer, { focus })
      },
      valueWithFocus
    )
  }, [mounted, path, session, store])
  useEffect(() => watchLinks(path), [path])
  const links = useMemo(
    () => ({ path, follow: (address: string) => void followAddress(path, address, askToLeave) }),
    [path]
  )
  const nextError = useCallback(
    (step: 1 | -1) => {
      const { current } = parts
      const at = document.activeElement?.closest('[data-pointer]')?.getAttribute('data-pointer') ?? null
      const error = store.nextError(at, step)
      if (current && error) void reveal(current, error.pointer)
    },
    [store]
  )
  const shownParts = useCallback(() => parts.current, [])
  useFormCommands({ session, store, nextError })
  const onWhoChanged = useWhoChangedInForm(session, store)
  return (
    <div className={classes.document}>
      <FormToolbar session={session} path={path} views={views} form={{ store, nextError }} />
      <div>
        <SessionBanner session={session} />
        {note}
        <JsonWaitsStrip json={formOf(session).json} onShow={() => chooseView(path, 'json')} />
        <FormFind store={store} parts={shownParts} />
      </div>
      <FormView
        key={stored.path}
        store={store}
        label={`Form of ${stored.title}`}
        onParts={onParts}
        onWhoChanged={onWhoChanged}
        links={links}
        company={session.company}
        head={<FormHead path={path} store={store} stored={stored} problems={problems} />}
      />
    </div>
  )
}

function valueWithFocus(): string | null {
  const field = document.activeElement
  if (!field?.closest('[data-pointer]')) return null
  if (field instanceof HTMLTextAreaElement) return addressInText(field.value, field.selectionStart)
  return field instanceof HTMLInputElement ? field.value : null
}

/** The field that a place means: its own, or the one that holds the address at a place of the source. */
function pointerAt(
  session: DocumentSession,
  store: FormStore,
  place: Parameters<typeof goTo>[1]
): Pointer | null {
  if ('pointer' in place) return place.pointer
  if (!('line' in place)) return null
  const text = session.text()
  const address = whichAddress(session.path, text, offsetOf(text, place))
  return address && pointerOfAddress(store.data, address.value, address.nth)
}
