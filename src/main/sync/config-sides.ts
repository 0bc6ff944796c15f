import { isBeyondBounds } from '../../common/bounds'
import { urlOf } from '../../common/api/url'
import { unpackedIn } from '../../common/api/packed-tag'
import { contentPath, segmentsOf, type ContentPath } from '../../common/content/paths'
import { GalleyError, sentence } from '../../common/errors'
import type { Person } from '../../common/person'
import { configFile, configFolder } from '../configs/config-file'
import { deletedConfig, unlessDeleted } from '../configs/deleted-config'
import { configsBelow, MOST_CONFIG_BYTES } from '../configs/stored-config'
import type { Store } from '../store/types'
import type { Workers } from '../workers'
import type { Ask } from './ask'
import { contentOf } from './content'
import { localSide, sha256 } from './local-store'
import type { LocalSide, RemoteItem, RemoteSide } from './sides'
import { alteredHere, createTrust, hashIn, MOST_READS, type Trust } from './trust'
import { fieldOf } from './upload'

/**
 * The configs of a pair as files: `/.json` is the config of its root, `/news.json` that of `/news`. They have
 * no preconditions and cannot be deleted (C1), so before each write the server's is read and compared, and
 * read back after it (Y13).
 */
export function localConfigs(store: Store, root: ContentPath, by: () => Person): LocalSide {
  const anywhere = localSide(store, contentPath('/.config'), by)
  const inStore = (path: string) => configFile(configOf(root, path)).slice('/.config'.length)

  return {
    async scan() {
      const own = await store.stat(configFile(root))
      const paths = [
        ...(own?.kind === 'file' && unlessDeleted(own) ? [root] : []),
        ...(await configsBelow(store, configFolder(root)))
      ]
      const files = await Promise.all(
        paths.map(async (path) => {
          const entry = await store.stat(configFile(path))
          if (entry?.kind !== 'file') return []
          return [{ path: `${path.slice(root.length) || '/'}.json`, hash: entry.hash, id: entry.id }]
        })
      )
      return { files: files.flat(), unknown: [], editing: [] }
    },
    read: async (path) => unlessDeleted(await anywhere.read(inStore(path))),
    async write(path, content, options) {
      const wasDeleted =
        options.expect === null && (await anywhere.read(inStore(path)))?.hash === deletedConfig.hash
      return anywhere.write(
        inStore(path),
        content,
        wasDeleted ? { ...options, expect: deletedConfig.hash } : options
      )
    },
    move: () => Promise.resolve(null),
    respell: () => Promise.resolve(false),
    remove: () => Promise.resolve(false)
  }
}

/** @param known paths that are asked for, since no list of configs exists */
export function remoteConfigs(
  ask: Ask,
  root: ContentPath,
  known: () => Promise<readonly string[]>,
  workers: Workers,
  trust: Trust = createTrust()
): RemoteSide {
  /**
   * A page of the network in between is no config (Y4). What is beyond the bounds is JSON, of which nothing
   * is taken apart.
   */
  async function isObject(bytes: Uint8Array): Promise<boolean> {
    const how = { tenant: `/${segmentsOf(root).slice(0, 2).join('/')}`, bytes: bytes.length }
    try {
      return await workers.run('is-object', how, () => ({ bytes: new Uint8Array(bytes) }))
    } catch (error) {
      if (isBeyondBounds(error)) return true
      throw error
    }
  }

  const address = (path: string) => urlOf('readConfig', { at: configOf(root, path) })

  async function read(path: string, reads = 1): Promise<{ bytes: Uint8Array; etag: string } | null> {
    const answer = await ask('GET', address(path), {
      headers: { Accept: 'application/json' },
      ok: [200, 404]
    })
    if (answer.status === 404) return null
    const bytes = await answer.bytes()
    if (bytes.length > MOST_CONFIG_BYTES) throw tooLargeConfig(path, bytes.length)
    const content = contentOf(bytes, sha256(bytes))
    const told = unpackedIn(answer.headers.get('ETag'), answer.headers.get('Content-Encoding'))
    trust.told(content, told)
    if (!trust.fits(content, told)) {
      if (reads === MOST_READS) throw alteredHere(path)
      return read(path, reads + 1)
    }
    if (!(await isObject(bytes)))
      throw new GalleyError('io-failed', 'What came for this config is none. The next sync reads it again.')
    return { bytes, etag: content.hash }
  }

  return {
    async list(folder) {
      if (folder !== '') return []
      const items: RemoteItem[] = []
      for (const path of new Set(['/.json', ...(await known())])) {
        const found = await read(path)
        if (found)
          items.push({
            path,
            kind: 'file',
            etag: found.etag,
            lastModified: null,
            size: found.bytes.length,
            id: null
          })
      }
      return items
    },
    async read(path, etag) {
      const found = await read(path)
      if (!found) return { kind: 'gone' }
      if (found.etag === etag) return { kind: 'same' }
      return { kind: 'file', content: contentOf(found.bytes, found.etag), etag: found.etag, theirs: {} }
    },
    // a config that is missing was not deleted: there is no way to delete one
    head: async (path) => ({ kind: 'file', etag: (await read(path))?.etag ?? null }),
    async write(path, content, expect) {
      const { bytes, hash } = content
      const before = await read(path)
      if (expect === 'absent' ? before !== null : expect.etag !== null && before?.etag !== expect.etag)
        return { kind: 'refused' }
      const answer = await ask('POST', address(path), {
        ...fieldOf('config', bytes ?? new Uint8Array()),
        ok: [200, 201]
      })
      const told = answer.headers.get('ETag')
      trust.told(content, told)
      const after = await read(path)
      if (!after) throw new GalleyError('io-failed', 'The server took the config and does not have it.')
      // it may keep it in another form: then that is what both have next, unless it says that just this came
      const isAsCame = after.etag === hash || (!trust.fits(content, told) && hashIn(told) === after.etag)
      return { kind: 'written', created: before === null, etag: isAsCame ? after.etag : null }
    },
    respell: () => Promise.resolve(false),
    remove: () => Promise.resolve('refused'),
    label: () => Promise.resolve(false),
    lastInHistory: () => Promise.resolve(null)
  }
}

const tooLargeConfig = (path: string, size: number) =>
  new GalleyError(
    'too-large',
    sentence`The server’s config has ${{ size }} bytes; at most 16 MB are synced. Make it smaller there.`,
    { where: path }
  )

const configOf = (root: ContentPath, path: string): ContentPath =>
  contentPath(root + (path === '/.json' ? '' : path.slice(0, -'.json'.length)))
