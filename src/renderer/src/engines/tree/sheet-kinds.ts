import { useEffect } from 'react'
import type { ServiceEvent } from '../../../../common/api/events'
import { contentPath, type ContentPath } from '../../../../common/content/paths'
import { seemsSheets } from '../../../../common/formats/sheet'
import { api, onServiceEvent, send } from '../../api'
import { createSignal, useRead } from '../../state/signal'

/**
 * Which of the JSON files that are in sight are sheets. Lists do not tell, so the ends of such a file are
 * read when its row shows, and again when it changed.
 */
const known = new Map<string, boolean>()
/** Heard of from the first row on: who opens the stream has its `hello`. */
const changed = createSignal<void>(() => {
  stopEvents ??= onServiceEvent(hear)
  return () => undefined
})
let wanted: string[] = []
let asking = 0
let stopEvents: (() => void) | null = null

const MOST_KNOWN = 20_000
const MOST_WANTED = 100
const AT_ONCE = 3
/** Bytes of each end. */
const END = 32 * 1024

/** @param path of a JSON file; null for anything else */
export function useIsSheet(path: ContentPath | null): boolean {
  const isSheet = useRead(path === null ? null : changed, () => (path === null ? false : known.get(path)))
  useEffect(() => {
    if (path !== null && isSheet === undefined) want(path)
  }, [path, isSheet])
  return isSheet ?? false
}

/**
 * The row that came into sight last is asked about first; those that went by meanwhile wait until they show
 * again.
 */
function want(path: string): void {
  wanted = [path, ...wanted.filter((one) => one !== path)].slice(0, MOST_WANTED)
  askNext()
}

function askNext(): void {
  const path = asking < AT_ONCE ? wanted.shift() : undefined
  if (path === undefined) return
  asking += 1
  void lookAt(path)
    .then(
      (isSheet) => {
        if (known.size >= MOST_KNOWN) known.clear()
        known.set(path, isSheet)
        changed.notify()
      },
      // the service does not answer: asked when its row shows again
      () => undefined
    )
    .finally(() => {
      asking -= 1
      askNext()
    })
}

async function lookAt(path: string): Promise<boolean> {
  const first = await end(path, `bytes=0-${END - 1}`)
  if (seemsSheets(first.text)) return true
  return first.isAll ? false : seemsSheets((await end(path, `bytes=-${END}`)).text)
}

async function end(path: string, range: string): Promise<{ text: string; isAll: boolean }> {
  const answer = await send(api.sourceUrl(contentPath(path)), { headers: { Range: range } })
  const text = answer.ok ? await answer.text() : ''
  const [, size = '0'] = /\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '') ?? []
  return { text, isAll: Number(size) <= END }
}

function hear(event: ServiceEvent): void {
  if (!('path' in event) || !known.has(event.path)) return
  // its sign stays until that is known
  if (wanted.length < MOST_WANTED) want(event.path)
  else known.delete(event.path)
}
