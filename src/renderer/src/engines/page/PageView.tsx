import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useTypedAhead } from '../../workbench/focus-intent'
import type { PageSurface } from './surface'

interface PageViewProps {
  readonly surface: PageSurface
  readonly readOnly: boolean
  readonly className: string
}

/** Where a page is seen and written in. Its surface is the document's own and outlives this. */
export function PageView({ surface, readOnly, className }: PageViewProps) {
  const slot = useRef<HTMLDivElement>(null)
  const typedAhead = useTypedAhead()
  useLayoutEffect(() => {
    surface.setReadOnly(readOnly)
    slot.current?.append(surface.element)
    surface.shown()
  }, [surface, readOnly])
  // after the pane's own effects: each time that it is looked at, it may take the focus
  const takeFocus = useEffectEvent(() => {
    const typed = typedAhead()
    if (typed === null) return
    surface.focus()
    surface.type(typed)
  })
  useEffect(() => takeFocus(), [surface])
  return <div ref={slot} className={className} />
}
