import type { Node } from 'prosemirror-model'
import type { Mend } from '../../../../../common/formats/page/mend'
import type { PageBuffer } from '../page-buffer'
import type { PageSurface } from '../surface'

/**
 * Milliseconds without a change before a page is read back, and how much later when the window is never at
 * rest.
 */
const DELAY = 2_000
const LATEST = 5_000

/**
 * Reads the whole page back behind the typing, on a thread of its own (VE1). Where it is read as something
 * else than what is shown, the page as it is by then is mended at once, before its next save.
 * @param onBroken told when that does not help
 * @returns a function that ends it
 */
export function checkBehind(surface: PageSurface, buffer: PageBuffer, onBroken: () => void): () => void {
  const stop = new AbortController()
  let [timer, idle]: [ReturnType<typeof setTimeout> | undefined, number] = [undefined, 0]
  let worker: Worker | null = null
  let isTold = false
  // what was just opened was read, and nobody has changed it
  let checked: Node | null = surface.state?.doc ?? null
  const check = async (): Promise<void> => {
    const doc = surface.state?.doc ?? null
    if (!doc || doc === checked || stop.signal.aborted) return
    const mend = await ask(doc)
    if (stop.signal.aborted || mend === null) return
    checked = doc
    const isBroken = mend.kind !== 'fine' && !buffer.mend()
    if (isBroken && !isTold) onBroken()
    isTold = isBroken
  }
  const ask = async (doc: Node): Promise<Mend | null> => {
    const { default: CheckWorker } = await import('./page-check.worker?worker')
    if (stop.signal.aborted) return null
    const asked = (worker ??= new CheckWorker())
    return new Promise((resolve) => {
      asked.onmessage = ({ data }: MessageEvent<Mend>) => resolve(data)
      asked.onerror = () => resolve(null)
      asked.postMessage(doc.toJSON())
    })
  }
  const later = () => {
    clearTimeout(timer)
    cancelIdleCallback(idle)
    timer = setTimeout(() => {
      idle = requestIdleCallback(() => void check(), { timeout: LATEST })
    }, DELAY)
  }
  let seen = checked
  const end = surface.changed.subscribe(() => {
    const doc = surface.state?.doc ?? null
    if (doc === seen) return
    seen = doc
    later()
  })
  return () => {
    stop.abort()
    end()
    clearTimeout(timer)
    cancelIdleCallback(idle)
    worker?.terminate()
  }
}
