import { segmentsOf, siteOf, type ContentPath } from '../../../common/content/paths'
import type { Environment } from '../../../common/publishing/environments'
import { GalleyError } from '../../../common/errors'
import type { PublishedState, PublishedStates } from '../seam/published'
import { isHash } from '../layout/names'
import { contentOf, isWanted, piecesOf, sizeOf, streamFrom } from './contents'
import { statPath } from './files'
import { keyOf } from './places'
import { putStates, stateOf } from './published-rows'
import { inTurn, type Workspace } from './turn'

const DAMAGED = 'The published copy is damaged. Publish it again.'
const damaged = (where: string) => new GalleyError('damaged', DAMAGED, { where })

export function publishedIn(workspace: Workspace): PublishedStates {
  const { database, id, objects } = workspace
  const sql = { ...database, workspace: id, objects }

  async function stateAt(environment: Environment, path: ContentPath): Promise<PublishedState | null> {
    needSite(path)
    const row = await database.one(
      'select state from published where workspace_id = $1 and environment = $2 and path = $3',
      [id, environment, path]
    )
    return row && stateOf(row)
  }

  return {
    async get(environment, path) {
      const found = await stateAt(environment, path)
      return found && found.movedTo === undefined ? found : null
    },
    async list(environment, folder) {
      needSite(folder)
      const rows = await database.all(
        `select state from published where workspace_id = $1 and site_key = $2 and environment = $3 and moved_to is null
           and (path = $4 or path >= $4 || '/' and path < $4 || '0')`,
        [id, keyOf(siteOf(folder)), environment, folder]
      )
      return rows.map(stateOf).sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    },
    async any(environment, folder) {
      needSite(folder)
      const row = await database.one(
        `select 1 from published where workspace_id = $1 and site_key = $2 and environment = $3 and moved_to is null
           and (path = $4 or path >= $4 || '/' and path < $4 || '0') limit 1`,
        [id, keyOf(siteOf(folder)), environment, folder]
      )
      return row !== null
    },
    async keep(path) {
      for (let before = ''; ;) {
        const entry = await statPath(sql, path)
        if (entry?.kind === 'folder')
          throw new GalleyError('is-folder', 'This is a folder, not a file.', { where: path })
        if (!entry || !isHash(entry.hash)) return null
        const { hash } = entry
        // what it held a moment ago may have been given up since; what is missing in earnest shows when it is read
        if (
          hash === before ||
          (await database.transaction((own) => isWanted({ ...own, workspace: id }, hash)))
        )
          return entry
        before = hash
      }
    },
    async put(states) {
      const [first] = states
      if (!first) return
      if (states.some(({ path }) => siteOf(path) !== siteOf(first.path)))
        throw new GalleyError('internal', 'States of several sites cannot be put at once.')
      needSite(first.path)
      await inTurn(workspace, (turn) => putStates(turn, states))
    },
    async remove(environment, path) {
      needSite(path)
      const removed = await database.change(
        'delete from published where workspace_id = $1 and environment = $2 and path = $3 and moved_to is null',
        [id, environment, path]
      )
      return removed > 0
    },
    async movedTo(environment, path) {
      const seen = new Set<ContentPath>()
      for (let at = path; ;) {
        const state = await stateAt(environment, at)
        if (state?.movedTo === undefined) return state && at !== path ? at : null
        if (seen.has(at)) return null
        seen.add(at)
        at = state.movedTo
      }
    },
    async leftFor(environment, from, to) {
      needSite(from)
      const rows = await database.all(
        `select state from published where workspace_id = $1 and site_key = $2 and environment = $3
           and (path = $4 or path >= $4 || '/' and path < $4 || '0')
           and (moved_to = $5 or moved_to >= $5 || '/' and moved_to < $5 || '0')`,
        [id, keyOf(siteOf(from)), environment, from, to]
      )
      return rows.map(stateOf)
    },
    async read(hash, where) {
      const bytes = await contentOf(sql, hash, where)
      if (!bytes) throw damaged(where)
      return bytes
    },
    async openRead({ hash, size, path }, range) {
      if ((await sizeOf(sql, hash)) !== size) throw damaged(path)
      const end = Math.min(range?.end ?? Infinity, size - 1)
      return streamFrom(piecesOf(sql, hash, { start: range?.start ?? 0, end }))
    }
  }
}

function needSite(path: ContentPath): void {
  if (segmentsOf(path).length < 2)
    throw new GalleyError('bad-path', 'What is published lies in a site.', { where: path })
}
