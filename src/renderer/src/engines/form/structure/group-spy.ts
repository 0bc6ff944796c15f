import type { Pointer } from '../../../../../common/json/pointer'
import { createSignal } from '../../../state/signal'

/** Knows which group of the form the person is in: by the cursor, or by what has been scrolled to. */
export interface GroupSpy {
  readonly current: () => Pointer
  readonly subscribe: (listener: () => void) => () => void
  /** The person went there: scrolling that follows from it says nothing. */
  choose(pointer: Pointer): void
  watch(element: HTMLElement): () => void
  /** Begins to watch what is scrolled past. @returns a function that ends it */
  start(scroller: HTMLElement): () => void
}

/** Pixels below the scroller's top: the group that crosses this line is the one being read. */
const LINE = 72
/** Milliseconds in which scrolling is taken for the result of a choice. */
const SETTLING = 600

export function createGroupSpy(): GroupSpy {
  const signal = createSignal<void>()
  const crossing = new Set<HTMLElement>()
  const watched = new Set<HTMLElement>()
  let observer: IntersectionObserver | null = null
  let current: Pointer = ''
  let quietUntil = 0

  const become = (pointer: Pointer) => {
    if (pointer === current) return
    current = pointer
    signal.notify()
  }
  const see = (entries: readonly IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting } of entries) {
      if (!(target instanceof HTMLElement)) continue
      if (isIntersecting) crossing.add(target)
      else crossing.delete(target)
    }
    if (performance.now() < quietUntil) return
    const innermost = [...crossing].reduce<HTMLElement | null>(
      (inner, element) => (inner === null || inner.contains(element) ? element : inner),
      null
    )
    if (innermost) become(innermost.dataset['group'] ?? '')
  }
  const observe = (scroller: HTMLElement) => {
    observer?.disconnect()
    crossing.clear()
    const below = Math.max(0, scroller.clientHeight - LINE - 1)
    observer = new IntersectionObserver(see, { root: scroller, rootMargin: `-${LINE}px 0px -${below}px 0px` })
    for (const element of watched) observer.observe(element)
  }

  return {
    current: () => current,
    subscribe: signal.subscribe,
    choose: (pointer) => {
      quietUntil = performance.now() + SETTLING
      become(pointer)
    },
    watch: (element) => {
      watched.add(element)
      observer?.observe(element)
      return () => {
        watched.delete(element)
        crossing.delete(element)
        observer?.unobserve(element)
      }
    },
    start: (scroller) => {
      if (typeof IntersectionObserver === 'undefined') return () => {}
      const resized = new ResizeObserver(() => observe(scroller))
      resized.observe(scroller)
      return () => {
        resized.disconnect()
        observer?.disconnect()
        observer = null
      }
    }
  }
}
