import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { z } from 'zod'
import classes from '../../components/frames.module.css'

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

const inSite = z
  .string()
  .max(4096)
  .regex(/^\/(?!\/)/)
const message = z.object({
  galleySite: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('at'), path: inSite }),
    z.object({ kind: z.literal('scroll'), path: inSite, y: z.number() }),
    z.object({ kind: z.literal('leave'), address: z.string().max(4096) })
  ])
})

/** A page may say as much as it likes; what people do is not more often than that. */
const [MOST_STEPS, STEPS_MS] = [20, 10_000]
const [MOST_LEAVES, LEAVES_MS] = [5, 60_000]

/** Its code goes on for a moment after the page is there. */
const SETTLED_MS = 300

/**
 * A page with its site's own code, in an origin of its own: it reaches neither the app nor the network (E23).
 * One that is drawn anew stands behind the shown one until it is there, scrolled to the same place.
 */
export function SiteFrame({ address, turn, title, onAt, onLeave }: SiteFrameProps) {
  const [drawn, setDrawn] = useState<readonly Drawn[]>([])
  const count = useRef(0)
  const place = useRef({ path: '', y: 0, isFirst: true })
  const lastTurn = useRef<unknown>(null)
  /** The one that is seen. */
  const shown = useRef(0)
  const [mayStep] = useState(() => atMost(MOST_STEPS, STEPS_MS))
  const [mayLeave] = useState(() => atMost(MOST_LEAVES, LEAVES_MS))
  const frames = useRef(new Map<number, HTMLIFrameElement>())

  useEffect(() => {
    const isSame = lastTurn.current === turn
    lastTurn.current = turn
    const { path, y } = place.current
    // a link of the page has led there already
    if (isSame && originOf(address) + path === address) return
    place.current = { path, y, isFirst: true }
    const next = { id: ++count.current, address, name: JSON.stringify({ path: pathnameOf(path), y }) }
    // what is seen stays until this one is there, whatever comes between
    setDrawn((before) => [...before.filter(({ id }) => id === shown.current), next])
  }, [address, turn])

  const hear = useEffectEvent((event: MessageEvent) => {
    const newest = frames.current.get(count.current)
    if (!newest || event.source !== newest.contentWindow || event.origin !== originOf(address)) return
    const { data } = message.safeParse(event.data)
    if (!data) return
    const { galleySite: told } = data
    // only for somebody who has just done something
    if (told.kind === 'leave')
      return void (navigator.userActivation.isActive && mayLeave() && onLeave(told.address))
    if (told.kind === 'scroll') {
      place.current = { ...place.current, y: told.y }
      return
    }
    const { isFirst, path, y } = place.current
    place.current = { path: told.path, y: pathnameOf(path) === pathnameOf(told.path) ? y : 0, isFirst: false }
    if (isFirst || mayStep()) onAt?.(told.path, isFirst)
  })
  useEffect(() => {
    const listener = (event: MessageEvent) => hear(event)
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])

  const loaded = (id: number) =>
    setTimeout(() => {
      shown.current = Math.max(shown.current, id)
      setDrawn((before) => before.filter((one) => one.id >= id))
    }, SETTLED_MS)
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

const originOf = (address: string): string => new URL(address).origin

const pathnameOf = (path: string): string => path.split('?', 1)[0] ?? ''

/** @returns whether it is still one of so many within that time */
function atMost(count: number, ms: number): () => boolean {
  let times: number[] = []
  return () => {
    const now = performance.now()
    times = times.filter((time) => now - time < ms)
    if (times.length >= count) return false
    times.push(now)
    return true
  }
}
