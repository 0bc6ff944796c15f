import { describe, expect, it } from 'vitest'
import type { ContentPath } from '../../src/common/content/paths'
import type { Store } from '../../src/main/store/types'
import {
  inDatabase,
  inFolder,
  isWhole,
  newWorkspace,
  permit,
  toldIn,
  tokenOf,
  type Searched
} from '../support/search-twins'
import { oddPath, oddQuestion, oddSites, oddText } from '../support/random-words'
import { noDatabase, useTeamDatabase } from '../support/team-database'
import { ada, bob, bytes, p } from '../support/workspace'
import { randomOf, type Random } from '../unit/links/random-site'

const SEED = Number(process.env['GALLEY_SEED'] ?? 5)
const OPERATIONS = Number(process.env['GALLEY_SEARCH_OPERATIONS'] ?? 160)
const QUESTIONS = Number(process.env['GALLEY_SEARCH_QUESTIONS'] ?? 120)
const url = useTeamDatabase()

/** Does the same in both, or fails in both. */
async function happens(random: Random, stores: readonly Store[], at: number): Promise<void> {
  const path = oddPath(random)
  const by = random.one([ada, bob])
  const kind = random.below(20)
  const [text, other, tree] = [bytes(oddText(random, path)), oddPath(random), random.chance(0.2)]
  const folder = (one: ContentPath) => p(one.slice(0, one.lastIndexOf('/')))
  const results: unknown[] = []
  for (const store of stores) {
    const work = async (): Promise<unknown> => {
      if (kind < 12) return (await store.write(path, text, { by, at })) && null
      if (kind < 14) return (await store.remove(path, { by })) && null
      if (kind < 17) return store.move(tree ? folder(path) : path, tree ? folder(other) : other, { by })
      if (kind < 18) return store.copy(path, other, { by })
      const site = p(path.split('/').slice(0, 3).join('/'))
      const [item] = await store.trash(site)
      return item ? store.restoreFromTrash(site, item.id, { by }) : null
    }
    results.push(await work().catch((error: unknown) => Object(error).reason as unknown))
  }
  expect(results[1]).toEqual(results[0])
}

const placesAsked = ['', '/acme', '/acme/site', '/acme/site/a', '/zeta/site/secret']
const sorts = ['', '', 'sort=changed', 'sort=path', 'limit=3', 'match=word', 'match=case']

describe.skipIf(noDatabase)('the words that PostgreSQL keeps', () => {
  it.each([SEED, SEED + 1])(
    `TM18 FI1 FI2 FI4: after random operations random questions have the answers of a workspace in a folder, at each of three nodes (seed %i)`,
    { timeout: 240_000 },
    async (seed) => {
      const random = randomOf(seed)
      const clock = { now: 1_700_000_000_000 }
      const now = () => clock.now
      const folder = await inFolder(now)
      const workspace = newWorkspace()
      const nodes: Searched[] = []
      try {
        for (let count = 0; count < 3; count++) nodes.push(await inDatabase(url(), workspace, now))
        const [first] = nodes
        if (!first) throw new Error('no node')
        const rights = ['/site/** | bob@example.com | read', '/site/secret/+** | bob@example.com | none']
        const all = [folder, first]
        for (const one of all) await permit(one, 'acme', rights)
        const tokens = [
          await tokenOf(folder, 'bob@example.com'),
          await tokenOf(first, 'bob@example.com')
        ] as const
        for (let done = 0; done < OPERATIONS; done++) {
          clock.now += 60_000
          await happens(random, [folder.store, random.one(nodes).store], clock.now)
        }
        for (const { store } of all) await publishSome(store)
        for (const one of all) await isWhole(one)
        for (let asked = 0; asked < QUESTIONS; asked++) {
          const q = oddQuestion(random)
          const isRestricted = random.chance(0.3)
          const sort = random.one(sorts)
          // SQLite weighs words by files that are gone as well: how both weigh them is compared apart
          const isWeighed = !isRestricted && !sort.startsWith('sort')
          const where = `${random.one(placesAsked)}?${isWeighed ? 'limit=200&' : ''}${sort.startsWith('limit') && isWeighed ? '' : sort}`
          const [wanted, found] = [
            toldIn(await folder.ask(q, where, isRestricted ? tokens[0] : undefined), isWeighed),
            toldIn(await random.one(nodes).ask(q, where, isRestricted ? tokens[1] : undefined), isWeighed)
          ]
          expect(found, `seed ${seed}: ${q} at ${where}${isRestricted ? ', restricted' : ''}`).toEqual(wanted)
        }
      } finally {
        for (const one of [folder, ...nodes]) await one.close()
      }
    }
  )
})

/** Every third page, as it is; a third of them is another one by then. */
async function publishSome(store: Store): Promise<void> {
  for (const site of oddSites) {
    const paths: ContentPath[] = []
    const waiting = [p(site)]
    for (let at = waiting.pop(); at; at = waiting.pop())
      for (const one of (await store.list(at)) ?? [])
        if (one.kind === 'folder') waiting.push(one.path)
        else if (one.path.endsWith('.html')) paths.push(one.path)
    for (const [count, path] of paths.sort().entries()) {
      if (count % 3 !== 0) continue
      const entry = await store.published.keep(path)
      if (!entry) continue
      const environments = count % 2 === 0 ? (['live'] as const) : (['preview', 'live'] as const)
      await store.published.put(
        environments.map((environment) => ({
          environment,
          path,
          hash: entry.hash,
          size: entry.size,
          type: 'text/html',
          version: null,
          by: ada,
          at: 1
        })) as never
      )
      if (count % 9 === 0)
        await store.write(path, bytes('<p>ferry later</p>'), { by: ada, at: 1_700_100_000_000 })
    }
  }
}
