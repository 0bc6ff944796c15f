import { startTransition, useEffect, useState, type ReactNode } from 'react'

/** A window that never rests waits no longer, milliseconds. */
const LATEST = 100

/**
 * Runs it behind the next frame, so that it takes none of the time in which that is made.
 * @returns a function that ends the waiting
 */
export function behindFrame(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(() => startTransition(run))
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/**
 * The same at the next moment of rest: for what no key waits for.
 * @returns a function that ends the waiting
 */
export function atRest(run: () => void): () => void {
  let rest = 0
  const frame = requestAnimationFrame(() => {
    rest = requestIdleCallback(() => startTransition(run), { timeout: LATEST })
  })
  return () => {
    cancelAnimationFrame(frame)
    cancelIdleCallback(rest)
  }
}

/** Is there behind the frame in which what is around it is shown first. */
export function Behind({ children }: { readonly children: ReactNode }) {
  const [isThere, setThere] = useState(false)
  useEffect(() => atRest(() => setThere(true)), [])
  return isThere ? children : null
}
