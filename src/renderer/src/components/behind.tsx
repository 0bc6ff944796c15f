import { startTransition, useEffect, useState, type ReactNode } from 'react'

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

/** Is there behind the frame in which what is around it is shown first. */
export function Behind({ children }: { readonly children: ReactNode }) {
  const [isThere, setThere] = useState(false)
  useEffect(() => behindFrame(() => setThere(true)), [])
  return isThere ? children : null
}
