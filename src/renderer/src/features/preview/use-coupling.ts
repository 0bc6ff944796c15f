import { useCallback, useEffect, useRef } from 'react'
import { cursorMoved, goTo, offsetOf, placeAt, placeIn } from '../../documents/go-to'
import type { DocumentSession } from '../../documents'
import { elementsAt, offsetAt, type SourceStretch } from '../../engines/preview/source-places'

const MARK = 'data-galley-caret'
/** Milliseconds without a move of the cursor before the preview follows it. */
const SETTLED = 120
/** Pixels that stay free around what is brought into view. */
const ROOM = 24

/**
 * Couples a preview with the editor of its document (VE20): where the cursor is, is marked there and in view,
 * and a click there puts the cursor here.
 * @param html the source that is drawn
 * @param places where what is drawn stands in it
 * @returns what is to be told of each page that is drawn
 */
export function useCoupling(
  session: DocumentSession,
  html: string | null,
  places: readonly SourceStretch[]
): (page: Document) => void {
  const drawn = useRef<Document>(null)
  const source = useRef({ html, places })
  useEffect(() => {
    source.current = { html, places }
  }, [html, places])

  useEffect(() => {
    let timer = 0
    const end = cursorMoved.subscribe((path) => {
      if (path !== session.path) return
      clearTimeout(timer)
      timer = window.setTimeout(() => follow(session, drawn.current, source.current), SETTLED)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [session])

  return useCallback(
    (page) => {
      const before = drawn.current
      drawn.current = page
      if (before) page.documentElement.scrollTop = before.documentElement.scrollTop
      page.addEventListener('click', (event) => {
        const { html: text, places: known } = source.current
        // words that were chosen are to be copied
        if (text === null || page.getSelection()?.isCollapsed === false) return
        const offset = offsetAt(page, text, known, event)
        if (offset !== null) goTo(session.path, placeAt(text, offset))
      })
      follow(session, page, source.current)
    },
    [session]
  )
}

interface Source {
  readonly html: string | null
  readonly places: readonly SourceStretch[]
}

function follow(session: DocumentSession, page: Document | null, { html, places }: Source): void {
  const place = placeIn(session.path)
  // what was typed meanwhile is drawn in a moment, and followed then
  if (!page || html === null || !place || session.text() !== html) return
  const [found] = elementsAt(page, places, offsetOf(html, place))
  const marked = page.querySelector(`[${MARK}]`)
  if (marked === (found ?? null)) return
  marked?.removeAttribute(MARK)
  found?.setAttribute(MARK, '')
  if (found) bringIntoView(page, found)
}

/** Scrolls the page alone, and not what the frame stands in. */
function bringIntoView({ documentElement }: Document, element: Element): void {
  const { top, bottom } = element.getBoundingClientRect()
  const height = documentElement.clientHeight
  if (top < ROOM) documentElement.scrollTop += top - ROOM
  else if (bottom > height - ROOM) documentElement.scrollTop += Math.min(top - ROOM, bottom - height + ROOM)
}
