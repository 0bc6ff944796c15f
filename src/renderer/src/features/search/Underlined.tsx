import { useEffect, useRef, type RefObject } from 'react'
import classes from './Search.module.css'
import { useShownNotes } from './shown-notes'

/** Behind the field the same words, unseen, with a wavy line below what is not taken as it was typed. */
export function Underlined({ field }: { readonly field: RefObject<HTMLInputElement | null> }) {
  const { notes, query } = useShownNotes()
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const input = field.current
    if (!input) return
    const follow = () => {
      if (own.current) own.current.scrollLeft = input.scrollLeft
    }
    follow()
    input.addEventListener('scroll', follow)
    return () => input.removeEventListener('scroll', follow)
  }, [field, query, notes])
  if (notes.length === 0) return null
  const sorted = [...notes].sort((a, b) => a.start - b.start)
  return (
    <div ref={own} className={classes.underlined} aria-hidden="true">
      {sorted.map(({ start, end, kind }, index) => {
        const from = Math.max(start, sorted[index - 1]?.end ?? 0)
        return (
          <span key={`${kind}${start}`}>
            {query.slice(sorted[index - 1]?.end ?? 0, from)}
            <span className={classes.wavy}>{query.slice(from, Math.max(from, end))}</span>
          </span>
        )
      })}
    </div>
  )
}
