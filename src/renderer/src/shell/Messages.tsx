import { Notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'

/** Between the messages and what is above them. Pixels. */
const GAP = 8

/**
 * The messages at the corner of the window. Their room is kept free: none lies over something that one would
 * click.
 */
export function Messages() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const shown = place.current?.querySelector('[data-position="bottom-right"]')
    if (!shown) return
    const watch = new ResizeObserver(() => {
      const height = shown.getBoundingClientRect().height
      document.documentElement.toggleAttribute('data-messages', height > 0)
      document.documentElement.style.setProperty('--messages', `${height > 0 ? height + GAP : 0}px`)
    })
    watch.observe(shown)
    return () => watch.disconnect()
  }, [])
  return (
    <div ref={place}>
      <Notifications
        withinPortal={false}
        position="bottom-right"
        limit={3}
        autoClose={8000}
        containerWidth={380}
      />
    </div>
  )
}
