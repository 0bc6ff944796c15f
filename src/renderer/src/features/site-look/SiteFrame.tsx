import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { z } from 'zod'
import classes from './SiteLook.module.css'

interface SiteFrameProps {
  /** Of the site's own origin: scheme, host and where to begin. */
  readonly address: string
  /** Another one draws the same address anew. */
  readonly turn: unknown
  readonly title: string
  /** Where the page is, without its origin. `isFirst`: what came of `address`; else a link was followed. */
  readonly onAt?: (path: string, isFirst: boolean) => void
  /** A link that leads out of the site was followed. */
  readonly onLeave: (address: string) => void
}

interface Drawn {
  readonly id: number
  readonly address: string
  /** What the page is told of the one before it: how far it was scrolled. */
  readonly name: string
}

const message = z.object({
  galleySite: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('at'), path: z.string().max(4096), title: z.string() }),
    z.object({ kind: z.literal('scroll'), path: z.string().max(4096), y: z.number() }),
    z.object({ kind: z.literal('leave'), address: z.string().max(4096) })
  ])
})

/** Its code goes on for a moment after the page is there. */
const SETTLED_MS = 300

/**
 * A page with its site's own code, in an origin of its own: it reaches neither the app nor the network (E23). One that is drawn anew
 * stands behind the shown one until it is there, scrolled to the same place.
 */
export function SiteFrame({ address, turn, title, onAt, onLeave }: SiteFrameProps) {
  const [drawn, setDrawn] = useState<readonly Drawn[]>([])
  const count = useRef(0)
  const place = useRef({ path: '', y: 0, isFirst: true })
  const lastTurn = useRef<unknown>(null)
  const frames = useRef(new Map<number, HTMLIFrameElement>())

  useEffect(() => {
    const isSame = lastTurn.current === turn && address.endsWith(place.current.path) && count.current > 0
    lastTurn.current = turn
    // a link of the page has led there already
    if (isSame && new URL(address).origin + place.current.path === address) return
    const { path, y } = place.current
    place.current = { path, y, isFirst: true }
    const next = { id: ++count.current, address, name: JSON.stringify({ path: path.split(/[?#]/)[0], y }) }
    setDrawn((before) => [...before.slice(-1), next])
  }, [address, turn])

  const hear = useEffectEvent((event: MessageEvent) => {
    const newest = frames.current.get(count.current)
    if (!newest || event.source !== newest.contentWindow || event.origin !== new URL(address).origin) return
    const { data } = message.safeParse(event.data)
    if (!data) return
    const { galleySite: told } = data
    if (told.kind === 'leave') return onLeave(told.address)
    if (told.kind === 'scroll') {
      place.current = { ...place.current, y: told.y }
      return
    }
    const { isFirst } = place.current
    place.current = { path: told.path, y: 0, isFirst: false }
    onAt?.(told.path, isFirst)
  })
  useEffect(() => {
    const listener = (event: MessageEvent) => hear(event)
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])

  const loaded = (id: number) =>
    setTimeout(() => setDrawn((before) => before.filter((one) => one.id >= id)), SETTLED_MS)
  return (
    <div className={classes.stack} aria-busy={drawn.length === 0}>
      {drawn.map(({ id, address: from, name }, index) => (
        <iframe
          key={id}
          ref={(frame) => {
            if (frame) frames.current.set(id, frame)
            else frames.current.delete(id)
          }}
          className={classes.frame}
          title={title}
          name={name}
          sandbox="allow-scripts allow-same-origin"
          src={from}
          aria-hidden={index < drawn.length - 1 || undefined}
          style={{ zIndex: drawn.length - index }}
          onLoad={() => loaded(id)}
        />
      ))}
    </div>
  )
}
