import { useEffect, useRef, useState } from 'react'
import { contentPath, type ContentPath } from '../../../../common/content/paths'
import type { MovedOutsideAnswer } from '../../../../common/links/answers'
import { api, useServiceEvents } from '../../api'
import { mendLinks } from '../../documents/links/mend'
import { keep, keptText } from '../../state/keep'

/** What another program moved, with the links that it left behind, by site. */
interface MovedOffer {
  readonly moves: readonly MovedOutsideAnswer[]
  readonly links: number
  readonly mends: ReadonlyMap<ContentPath, Parameters<typeof mendLinks>[1]>
}

/** Moves come in crowds. Milliseconds. */
const SETTLE = 1000
const PAGE = 1000
const KEY = 'galley-moved-outside-seen'

/**
 * What there is to offer after another program moved something, kept true by events; null where that left no link
 * behind that this person can mend, or they closed the offer (LK12).
 */
export function useMovedOffer(): readonly [MovedOffer | null, () => void] {
  const [offer, setOffer] = useState<MovedOffer | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stopping = useRef<AbortController>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      stopping.current?.abort()
    },
    []
  )
  const look = () => {
    stopping.current?.abort()
    const { signal } = (stopping.current = new AbortController())
    offerNow(signal).then(
      (found) => signal.aborted || setOffer(found),
      // nobody asked for it: it is tried again with the next event
      () => undefined
    )
  }
  useServiceEvents((event) => {
    const isMove = event.type === 'file' && event.change === 'moved' && event.origin === 'outside'
    const mayChangeIt = offer !== null && (event.type === 'file' || event.type === 'folder')
    if (!isMove && !mayChangeIt && event.type !== 'hello') return
    clearTimeout(timer.current)
    timer.current = setTimeout(look, SETTLE)
  })
  const close = () => {
    keep(KEY, String(Math.max(0, ...(offer?.moves ?? []).map(({ at }) => at))))
    setOffer(null)
  }
  return [offer, close]
}

async function offerNow(signal: AbortSignal): Promise<MovedOffer | null> {
  const seen = Number(keptText(KEY) ?? 0)
  const moves = (await api.movedOutside({ signal })).filter(({ at }) => at > seen)
  const mends = new Map<ContentPath, Parameters<typeof mendLinks>[1]>()
  for (const site of new Set(moves.map((move) => contentPath(move.site)))) {
    const { problems } = await api.linkProblems(site, { is: 'old', limit: PAGE, signal })
    const found = problems.flatMap(({ path, n, fix }) =>
      fix && n !== undefined ? [{ path, n, ...fix }] : []
    )
    if (found.length > 0) mends.set(site, found)
  }
  const links = [...mends.values()].reduce((sum, { length }) => sum + length, 0)
  return links === 0 ? null : { moves, links, mends }
}

/** Mends all of it: a change with an Undo for each site. */
export async function mendOffer({ mends }: MovedOffer): Promise<void> {
  for (const [site, list] of mends) await mendLinks(site, list)
}

/** `“docs” was moved to “help/docs” by another program.` */
export function movedSentence(moves: readonly MovedOutsideAnswer[]): string {
  const [first] = moves
  if (!first) return ''
  const [from, to] = [first.from, first.to].map((path) =>
    path.startsWith(`${first.site}/`) ? path.slice(first.site.length + 1) : path
  )
  const more = moves.length - 1
  return `“${from ?? ''}” was moved to “${to ?? ''}”${more === 0 ? '' : more === 1 ? ', and one more thing elsewhere,' : `, and ${more} more things elsewhere,`} by another program.`
}
