import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import type { ContentPath } from '../../../common/content/paths'
import { isWithin } from '../../../common/content/paths'
import type { Environment } from '../../../common/publishing/environments'
import { GalleyError } from '../../../common/errors'
import { sha256InTurns } from '../layout/checksum'
import type { Core } from '../core/core'
import { readHash } from '../disk/hash-file'
import type { DurableHandle } from '../disk/durable-fs'
import { closing } from '../disk/durable-fs'
import { codeOf, isUnreadable } from '../disk/error-codes'
import { makeFolders } from '../disk/durable-write'
import { entryOf, isVersioned, siteOf } from '../logs/entries'
import { streamOf } from '../disk/handle-stream'
import type { IndexRecord } from '../layout/content-index'
import { promoteCurrent } from '../core/keep-version'
import { stateKey } from '../published/published-log'
import type { PublishedStates } from '../seam/published'
import { adoptedFile } from '../outside/adopt'
import { digestOf, isHash, newGuid } from '../layout/names'
import { readIfPlain } from '../disk/durable-read'

const CHUNK = 256 * 1024

/**
 * The published states of a workspace: one log a site, read when the site is first asked for, and contents
 * among the blobs, once per distinct bytes (V6). A content is durable before a state names it (W5), and a
 * state is one line of a log: after a crash the old one or the new one, never half of either.
 */
export function createPublished(core: Core): PublishedStates {
  const logOf = (path: ContentPath) => core.publishedLogs.of(path)

  return {
    async get(environment, path) {
      const state = (await logOf(path)).states.get(stateKey({ environment, path }))
      return state && state.movedTo === undefined ? state : null
    },
    async list(environment, folder) {
      const { states } = await logOf(folder)
      return [...states.values()]
        .filter(
          (state) =>
            state.environment === environment && state.movedTo === undefined && isWithin(state.path, folder)
        )
        .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    },
    async any(environment, folder) {
      const { states } = await logOf(folder)
      for (const state of states.values())
        if (state.environment === environment && state.movedTo === undefined && isWithin(state.path, folder))
          return true
      return false
    },
    keep: (path) =>
      core.locks.run([path], async () => {
        const record = await adoptedFile(core, path)
        if (!record) return null
        await keepAsBlob(core, record)
        return entryOf(record)
      }),
    async put(states) {
      const [first] = states
      if (!first) return
      if (states.some(({ path }) => siteOf(path) !== siteOf(first.path)))
        throw new GalleyError('internal', 'States of several sites cannot be put at once.')
      await (await logOf(first.path)).append(states.map((state) => ({ key: stateKey(state), state })))
    },
    async remove(environment: Environment, path) {
      const log = await logOf(path)
      const key = stateKey({ environment, path })
      const state = log.states.get(key)
      if (!state || state.movedTo !== undefined) return false
      await log.append([{ key, state: null }])
      return true
    },
    async movedTo(environment, path) {
      const seen = new Set<ContentPath>()
      for (let at = path; ;) {
        const state = (await logOf(at)).states.get(stateKey({ environment, path: at }))
        if (state?.movedTo === undefined) return state && at !== path ? at : null
        if (seen.has(at)) return null
        seen.add(at)
        at = state.movedTo
      }
    },
    async leftFor(environment, from, to) {
      const { states } = await logOf(from)
      return [...states.values()].filter(
        (state) =>
          state.environment === environment &&
          state.movedTo !== undefined &&
          isWithin(state.path, from) &&
          isWithin(state.movedTo, to)
      )
    },
    async read(hash, where) {
      if (!isHash(hash)) throw damaged(where)
      const file = core.layout.blob(hash)
      const bytes = (await core.fs.lstat(file)) ? await readIfPlain(core.fs, file) : null
      if (bytes && (await sha256InTurns(bytes)) === hash) return bytes
      if (bytes) await core.problems.setAside(file, DAMAGED)
      throw damaged(where)
    },
    async openRead({ hash, size, path }, range) {
      const handle = await openBlob(core, hash)
      if (!handle) throw damaged(path)
      if ((await handle.stat()).size !== size) {
        await handle.close()
        throw damaged(path)
      }
      return streamOf(handle, range?.start ?? 0, range?.end ?? size - 1)
    }
  }
}

const DAMAGED = 'The published copy is damaged. Publish it again.'
const damaged = (where: string) => new GalleyError('damaged', DAMAGED, { where })

/** The caller holds the path's lock. */
async function keepAsBlob(core: Core, record: IndexRecord): Promise<void> {
  if (isVersioned(record.path) && (await promoteCurrent(core, record))) return
  const blob = core.layout.blob(record.hash)
  await makeFolders(core.fs, dirname(blob))
  // one that was damaged since is replaced by the sound one
  const isSound =
    (await core.fs.lstat(blob))?.size === record.size && (await hashOf(core, blob)) === record.hash
  if (!isSound) await copyToBlob(core, record, blob)
  await core.fs.syncFolder(dirname(blob))
}

const hashOf = (core: Core, blob: string) => readHash(core.fs, blob).catch(() => null)

/** A copy of its own, not a link: another program may write into the content file. */
async function copyToBlob(core: Core, record: IndexRecord, blob: string): Promise<void> {
  const staged = core.layout.staged(newGuid())
  try {
    const from = await core.fs.open(core.layout.content(record.path), 'read')
    const hash = createHash('sha256')
    await closing(from, async () => {
      const to = await core.fs.open(staged, 'create')
      await closing(to, async () => {
        const buffer = new Uint8Array(CHUNK)
        for (let at = 0, read = await from.read(buffer, 0); read > 0; read = await from.read(buffer, at)) {
          const part = buffer.slice(0, read)
          hash.update(part)
          await to.write(part)
          at += read
        }
        await to.sync()
      })
    })
    if (digestOf(hash) !== record.hash)
      throw new GalleyError('io-failed', 'The file changed while it was being published. Publish it again.', {
        where: record.path
      })
    await core.fs.rename(staged, blob)
  } catch (error) {
    await core.fs.unlink(staged).catch(() => undefined)
    throw error
  }
}

async function openBlob(core: Core, hash: string): Promise<DurableHandle | null> {
  if (!isHash(hash)) return null
  try {
    return await core.fs.open(core.layout.blob(hash), 'read')
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || isUnreadable(error)) return null
    throw error
  }
}
