import { useEffect, useRef, type RefObject } from 'react'

/**
 * Keeps the keyboard in a part of the window when what had the focus is drawn no more: a change that was
 * restored is gone, and with the last one the whole list.
 */
export function useKeptFocus<E extends HTMLElement>(): RefObject<E | null> {
  const root = useRef<E>(null)
  const inside = useRef(false)
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      inside.current = target instanceof Node && root.current?.contains(target) === true
    }
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [])
  useEffect(() => {
    if (inside.current && document.activeElement === document.body)
      root.current?.focus({ preventScroll: true })
  })
  return root
}
