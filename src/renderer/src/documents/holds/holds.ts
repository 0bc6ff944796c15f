import type { ServiceEvent } from '../../../../common/api/events'
import { contentPath, ROOT, type ContentPath } from '../../../../common/content/paths'
import type { Hold as Told } from '../../../../common/held'
import { api, onServiceEvent, reasonOf } from '../../api'
import { createSignal, useRead } from '../../state/signal'
import { notify } from '../../workbench/toast'
import { useRefusal } from '../rights/rights'
import { isMe } from '../together/people-words'
import { isOfOrg } from '../touches'
import { heldWords, passedWords, type Hold } from './hold-words'

/** What is drawn anew listens again at once. Milliseconds. */
const LINGER = 400

/** As the service told last; null before that, and where it knows of no holds. */
let holds: ReadonlyMap<ContentPath, Hold> | null = null
/** What was asked last counts. */
let asked = 0
let timer: ReturnType<typeof setTimeout> | undefined

const changed = createSignal<void>(() => {
  const stop = onServiceEvent(hear)
  void readHolds()
  return () => {
    stop()
    asked++
    set(null)
  }
}, LINGER)

/** Who holds the document. @param path null for what is none */
export function useHold(path: ContentPath | null): Hold | null {
  return useRead(changed, () => (path === null ? null : (holds?.get(path) ?? null)))
}

/** Whether the service can be asked to hold anything. */
export const useKnowsHolds = (): boolean => useRead(changed, () => holds !== null)

/** Whether this window lets a held document alone. */
export const binds = ({ by, besides }: Hold): boolean => !isMe(by) && !besides.some(isMe)

/** Why nobody writes in the document in this window: they may not, or somebody else holds it; null: they write. */
export function useWritingRefusal(path: ContentPath, what?: string): string | null {
  const refusal = useRefusal(path, what)
  const hold = useHold(path)
  return refusal ?? (hold && binds(hold) ? heldWords(hold) : null)
}

/** Asks who holds what; resolves when that is known. */
export async function readHolds(): Promise<void> {
  const mine = ++asked
  try {
    const told = await api.holds(ROOT)
    if (mine === asked) set(new Map(told.holds.map((one) => [contentPath(one.path), here(one)])))
  } catch (problem) {
    if (mine !== asked) return
    // an earlier service
    if (reasonOf(problem) === 'not-found') set(null)
    // a `hello` comes as soon as the service is there again
    else console.warn('Who holds what could not be asked.', problem)
  }
}

const here = ({ path, by, left, besides }: Told): Hold => ({
  path: contentPath(path),
  by,
  ends: Date.now() + left,
  besides
})

function hear(event: ServiceEvent): void {
  if (event.type === 'hold' || event.type === 'hello' || isOfOrg(event)) void readHolds()
  else if (isOfPlaces(event) && holds && holds.size > 0) void readHolds()
}

/** A hold goes with its file. */
const isOfPlaces = (event: ServiceEvent): boolean =>
  (event.type === 'file' && event.change !== 'created' && event.change !== 'changed') ||
  (event.type === 'folder' && event.change !== 'created')

function set(next: ReadonlyMap<ContentPath, Hold> | null): void {
  for (const hold of next?.values() ?? []) tellOfOthers(hold)
  holds = next
  clearTimeout(timer)
  if (next && next.size > 0) {
    const first = Math.min(...[...next.values()].map(({ ends }) => ends))
    timer = setTimeout(endThose, Math.max(0, first - Date.now()))
  }
  changed.notify()
}

/** Those that are over, also while the service is away. */
function endThose(): void {
  const now = Date.now()
  set(new Map([...(holds ?? [])].filter(([, { ends }]) => ends > now)))
}

/** Whoever holds a document hears at once who writes in it all the same. */
function tellOfOthers({ path, by, besides }: Hold): void {
  const before = holds?.get(path)
  if (!before || !isMe(by)) return
  for (const one of besides)
    if (!before.besides.some(({ email }) => email === one.email)) notify(passedWords(one, path))
}
