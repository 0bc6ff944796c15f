import { useEffect, useRef, type RefObject } from 'react'

/** What lies over a text area, line by line: it scrolls with that. */
export function useScrolledWith(
  field: RefObject<HTMLTextAreaElement | null>
): RefObject<HTMLDivElement | null> {
  const cover = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = field.current
    if (!element) return
    const follow = () => {
      if (cover.current) cover.current.scrollTop = element.scrollTop
    }
    follow()
    element.addEventListener('scroll', follow)
    return () => element.removeEventListener('scroll', follow)
  }, [field])
  return cover
}
