import { useCallback, useEffect, useRef } from 'react'
import { namesOfPlace } from '../../../../common/formats/json/diff/words'
import type { JsonValue, Pointer, Schema } from '../../../../common/schema'
import type { DocumentSession } from '../../documents'
import { askWhoChanged, useWhoChangedCommand, type WhoChangedRequest } from './who-changed'

interface FormOf {
  readonly schema: Schema
  readonly data: JsonValue
}

/**
 * “Who changed this last?” for a field of a structured document's form (D16): the one that has, or last had,
 * the focus, by command; any, with Alt and a click. @returns asks about a place, for a menu
 */
export function useWhoChangedInForm(session: DocumentSession, form: FormOf): (pointer: Pointer) => void {
  const chosen = useRef<Pointer | null>(null)
  const requestFor = (pointer: Pointer): WhoChangedRequest => ({
    of: { path: session.path, isConfig: false, typed: () => session.text() },
    format: 'page',
    place: { kind: 'field', pointer },
    title: namesOfPlace(pointer, form.data, form.schema).join(' › ') || 'The whole document'
  })
  const latest = useRef(requestFor)
  useEffect(() => {
    latest.current = requestFor
  })
  const ask = useCallback((pointer: Pointer) => askWhoChanged(latest.current(pointer)), [])
  useWhoChangedCommand(
    () => (chosen.current === null ? null : requestFor(chosen.current)),
    'Choose a field first.'
  )
  useEffect(() => {
    const stop = new AbortController()
    const options = { signal: stop.signal, capture: true }
    document.addEventListener(
      'focusin',
      ({ target }) => {
        const pointer = pointerAt(target)
        if (pointer !== null) chosen.current = pointer
      },
      options
    )
    document.addEventListener(
      'click',
      (event) => {
        const pointer = event.altKey ? pointerAt(event.target) : null
        if (pointer === null) return
        event.preventDefault()
        event.stopPropagation()
        ask(pointer)
      },
      options
    )
    return () => stop.abort()
  }, [ask])
  return ask
}

/** The place that an element of a form shows; null outside of forms. */
function pointerAt(target: EventTarget | null): Pointer | null {
  if (!(target instanceof Element) || !target.closest('[role="form"]')) return null
  return target.closest('[data-pointer]')?.getAttribute('data-pointer') ?? null
}
