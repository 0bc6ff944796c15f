import { traceBlockIn } from './blame'
import { stopOf, type StopOptions } from '../formats/core/stop'
import { readLines, type PageLines } from '../formats/page/diff/read-lines'

/** A shorter source may well stand in a page by chance. */
const LEAST = 16

/**
 * For how many states a block of a page stays as it is in the first of them, and where it is in the last of
 * those. A page whose source has the block's own source once is not parsed, which is what takes time.
 * @returns null where sources do not tell
 */
export function traceBlockBySource(
  states: readonly string[],
  index: number,
  options: StopOptions
): { readonly kept: number; readonly index: number } | null {
  const stop = stopOf(options)
  const [newest] = states
  if (newest === undefined) return null
  let page = readLines(newest, stop)
  let pageOf = 0
  let at = index
  for (let next = 1; next < states.length; next += 1) {
    const source = sourceOf(page, at)
    if (source === null) return null
    while (next < states.length && hasOnce(states[next] ?? '', source)) next += 1
    // the last state that has it: only now its place is looked up
    const last = next - 1
    if (last > pageOf) {
      page = readLines(states[last] ?? '', stop)
      pageOf = last
      at = blockWith(page, source)
      if (at < 0) return null
    }
    if (next === states.length) break
    const older = readLines(states[next] ?? '', stop)
    const found = traceBlockIn(older, page, at, options)
    if (found === null) return { kept: next, index: at }
    page = older
    pageOf = next
    at = found
  }
  return { kept: states.length, index: at }
}

function sourceOf({ source, blocks }: PageLines, index: number): string | null {
  const range = blocks[index]?.range
  const text = range ? source.slice(range.start, range.end) : ''
  // one of several that are alike has to be found by its neighbours
  return text.length >= LEAST && hasOnce(source, text) ? text : null
}

function hasOnce(text: string, part: string): boolean {
  const first = text.indexOf(part)
  return first >= 0 && text.indexOf(part, first + 1) < 0
}

function blockWith({ source, blocks }: PageLines, part: string): number {
  const start = source.indexOf(part)
  return blocks.findIndex(({ range }) => range?.start === start && range.end === start + part.length)
}
