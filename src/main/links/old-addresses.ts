import type { ContentPath } from '../../common/content/paths'
import { concernedKeys } from '../../common/links/concerned'
import { reachOf, type World } from '../../common/links/meaning'
import type { Said } from '../../common/links/address'
import { takingTurns } from '../system/turns'
import type { Graph } from './graph'
import type { MovedOutside } from './moved-outside'

/** Of documents their addresses, by number, that led to a file before another program moved something, and do not any more: where that file is. */
export type OldAddresses = ReadonlyMap<ContentPath, ReadonlyMap<number, ContentPath>>

/**
 * The addresses that a move by another program left behind: what each led to in the site of before is looked for
 * in the site as it is (LK12).
 */
export async function oldAddresses(
  graph: Omit<Graph, 'old'>,
  moved: readonly MovedOutside[]
): Promise<OldAddresses> {
  const { files, world } = graph
  // where something else is by now, that is what is meant
  const gone = moved.filter(({ from, to }) => !files.has(from) && files.has(to))
  const found = new Map<ContentPath, Map<number, ContentPath>>()
  if (gone.length === 0) return found
  const isAt = new Map(gone.map(({ from, to }) => [from, to]))
  const came = new Set(gone.map(({ to }) => to))
  const before: World = {
    has: (path) => isAt.has(path) || (files.has(path) && !came.has(path)),
    redirects: world.redirects,
    hosts: world.hosts
  }
  const turn = takingTurns()

  function look(path: ContentPath, n: number, said: Said, now: Said): void {
    const led = reachOf(said, before)
    if (led.kind !== 'document') return
    const target = isAt.get(led.path) ?? led.path
    const leads = reachOf(now, world)
    if (leads.kind === 'document' && leads.path === target) return
    const own = found.get(path) ?? new Map<number, ContentPath>()
    // of several places the one of before all counts
    if (!own.has(n)) found.set(path, own.set(n, target))
  }

  const keys = concernedKeys({
    moved: (path) => isAt.get(path) ?? path,
    files: [...isAt.keys()],
    redirects: graph.redirects,
    hosts: graph.hosts
  })
  for (const { from, link, said } of graph.linksTo(keys)) {
    await turn()
    if (!link.relative || !came.has(from.path)) look(from.path, link.n, said, said)
  }
  for (const { from, to, hash } of gone) {
    await turn()
    const file = files.get(to)
    if (!file || file.hash !== hash) continue
    for (const link of file.facts?.links ?? []) {
      if (!link.relative) continue
      const [said, now] = [graph.saidOf(from, link), graph.saidOf(to, link)]
      if (said && now && !('here' in said) && !('here' in now)) look(to, link.n, said, now)
    }
  }
  return found
}
