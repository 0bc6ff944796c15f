import { useEffect, useState } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import { numberText } from '../../../components/formats'
import type { PageSurface } from '../../../engines/page/surface'
import { useSurfaceOf } from '../panel/shown-pages'
import { minutesOf, wordsIn, wordsOf } from './word-count'

/** Milliseconds after the last change before it is counted. */
const DELAY = 250

interface PageWordsProps {
  readonly path: ContentPath
  readonly className: string | undefined
}

/**
 * In the status bar: how many words the page has, how long reading it takes, and how many of them are chosen
 * (VE15).
 */
export function PageWords({ path, className }: PageWordsProps) {
  const surface = useSurfaceOf(path)
  return surface && <Counted surface={surface} className={className} />
}

interface CountedProps {
  readonly surface: PageSurface
  readonly className: string | undefined
}

function Counted({ surface, className }: CountedProps) {
  const [shown, setShown] = useState(() => countOf(surface))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = surface.changed.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(() => setShown(countOf(surface)), DELAY)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [surface])
  return <span className={className}>{shown}</span>
}

function countOf({ state }: PageSurface): string {
  if (!state) return ''
  const { doc, selection } = state
  const all = wordsOf(doc)
  const words = `${numberText(all)} ${all === 1 ? 'word' : 'words'}`
  const chosen = selection.ranges.reduce(
    (sum, { $from, $to }) => sum + wordsIn(doc.textBetween($from.pos, $to.pos, ' ', ' ')),
    0
  )
  return chosen > 0 ? `${numberText(chosen)} of ${words}` : `${words} · ${numberText(minutesOf(all))} min`
}
