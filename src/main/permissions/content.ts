import { assetFolderOf, pageOfAssetFolder } from '../../common/assets/asset-folder'
import type { ContentPath } from '../../common/content/paths'
import { contentPath, parentOf, ROOT } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { placesOf } from '../../common/moment/file-history'
import type { Action } from '../../common/permissions/rules'
import type { TrashItem } from '../../common/api/types'
import type { Person } from '../../common/person'
import type { ClientTrashed, Entry, Store } from '../store/types'
import type { Access } from './access'
import { forbidden } from './access'
import { refuseServiceName } from './new-organization'

/**
 * The store as one caller may use it: every call asks for permission first, lists leave out what may not be
 * read (P6, P7). Routes know the content only through this.
 */
export type Content = Pick<
  Store,
  | 'stat'
  | 'read'
  | 'openRead'
  | 'write'
  | 'createFolder'
  | 'remove'
  | 'move'
  | 'copy'
  | 'change'
  | 'versions'
  | 'createVersion'
  | 'readVersion'
  | 'histories'
  | 'trash'
  | 'restoreFromTrash'
> & {
  /**
   * What lies in a folder, as far as the caller may see it, sorted by name; null when there is no such
   * folder.
   * @param part default: all of it
   */
  list(folder: ContentPath, part?: ListPart): Promise<readonly Entry[] | null>
  /** For good. @param options who does it */
  deleteFromTrash(site: ContentPath, id: string, options: { readonly by: Person }): Promise<void>
  /** What a client deleted by moving it (S4), by its id in the trash; null when there is no such thing. */
  clientTrashed(site: ContentPath, id: string): Promise<ClientTrashed | null>
}

/** A part of a list, told from the names in it, so that what comes and goes elsewhere does not matter. */
interface ListPart {
  /** Those behind this name; null: from the first. */
  readonly after: string | null
  /** So many at most. */
  readonly limit: number
  /** Which names count. */
  readonly counts: (name: string) => boolean
}

const whole: ListPart = { after: null, limit: Infinity, counts: () => true }

export function contentFor(store: Store, access: Access): Content {
  const inTree = treeRules(store, access)
  const inTrash = trashRules(store, access)

  /** What clients deleted, or one of it, as far as the caller may read it, there and where it was. */
  async function readable(site: ContentPath, id?: string): Promise<ClientTrashed[]> {
    const found = await store.clientTrash(site, id)
    const judged = await Promise.all(
      found.map(async ({ item, path }) => {
        const there = await access.at(path)
        return there.may('read', path) && there.may('read', contentPath(item.path))
      })
    )
    return found.filter((_, index) => judged[index])
  }

  /** What is shown with its page is nothing by itself. */
  async function clientTrashed(site: ContentPath, id: string): Promise<ClientTrashed | null> {
    const [one] = await readable(site, id)
    if (!one) return null
    for (const folder of foldersAbove(one.path)) {
      const page = pageOfAssetFolder(folder, '')
      const entry = page && (await store.stat(page))
      if (entry?.kind === 'file' && (await readable(site, entry.id)).length > 0) return null
    }
    return one
  }

  return {
    async stat(path) {
      await access.require('read', path)
      return store.stat(path)
    },
    async list(folder, part = whole) {
      if (!(await access.at(folder)).maySee(folder)) throw forbidden('read')
      const entries = await store.list(folder)
      return entries && inTree.shown(folder, entries, part)
    },
    async read(path) {
      await access.require('read', path)
      return store.read(path)
    },
    async openRead(path, range) {
      await access.require('read', path)
      return store.openRead(path, range)
    },
    async write(path, body, options) {
      await access.require('write', path)
      await refuseServiceName(store, path)
      return store.write(path, body, options)
    },
    async createFolder(path, options) {
      await access.require('write', path)
      await refuseServiceName(store, path)
      return store.createFolder(path, options)
    },
    async remove(path, options) {
      await inTree.require('write', path)
      for (const one of options.along ?? []) await inTree.require('write', one)
      return store.remove(path, options)
    },
    async move(from, to, options) {
      await inTree.requireBoth('write', from, to)
      return store.move(from, to, options)
    },
    async copy(from, to, options) {
      await inTree.requireBoth('read', from, to)
      for (const one of options.along ?? []) await inTree.requireBoth('read', one.from, one.to)
      return store.copy(from, to, options)
    },
    async change(change) {
      for (const { path } of change.edits) await access.require('write', path)
      for (const { from, to } of change.moves ?? []) await inTree.requireBoth('write', from, to)
      return store.change(change)
    },
    clientTrashed,
    async versions(path) {
      await access.require('read', path)
      return store.versions(path)
    },
    async createVersion(path, options) {
      await access.require('write', path)
      return store.createVersion(path, options)
    },
    async readVersion(org, fileId, versionId) {
      const found = await store.readVersion(org, fileId, versionId)
      if (!found || access.unrestricted) return found
      return (await access.at(found.lastPath)).may('read', found.lastPath) ? found : null
    },
    /** Whoever may not read a place that a file was at does not learn that it was there. */
    async histories(path, since) {
      if (!(await access.at(path)).maySee(path)) throw forbidden('read')
      const histories = await store.histories(path, since)
      if (access.unrestricted) return histories
      const there = await access.at(path)
      return histories.filter((one) => placesOf(one).every((place) => there.may('read', place)))
    },
    async trash(site) {
      return [...(await inTrash.shown(site)), ...withAssets(await readable(site)).map(({ item }) => item)]
    },
    async restoreFromTrash(site, id, options) {
      const found = await clientTrashed(site, id)
      if (!found) {
        await inTrash.require(site, id)
        return store.restoreFromTrash(site, id, options)
      }
      const to = contentPath(found.item.path)
      await inTree.requireBoth('write', found.path, to)
      await store.move(found.path, to, options)
      return to
    },
    async deleteFromTrash(site, id, options) {
      const found = await clientTrashed(site, id)
      if (!found) {
        await inTrash.require(site, id)
        return store.deleteFromTrash(site, id)
      }
      await inTree.require('write', found.path)
      const folder = assetFolderOf(found.path, '')
      const item = await store.remove(found.path, { ...options, along: folder === null ? [] : [folder] })
      await store.deleteFromTrash(site, item.id)
    }
  }
}

/** What clients deleted, with the pictures of a page counted with it, and not shown by themselves (VE10). */
function withAssets(found: readonly ClientTrashed[]): ClientTrashed[] {
  // they lie in a dot folder themselves, which no service folder is
  const folders = new Set(found.flatMap(({ path }) => assetFolderOf(path, '') ?? []))
  const folderOf = (path: ContentPath) => [...foldersAbove(path)].find((folder) => folders.has(folder))
  const counts = new Map<ContentPath, number>()
  const shown: ClientTrashed[] = []
  for (const one of found) {
    const folder = folderOf(one.path)
    if (folder === undefined) shown.push(one)
    else counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return shown.map((one) => {
    const along = counts.get(assetFolderOf(one.path, '') ?? one.path) ?? 0
    return along === 0 ? one : { ...one, item: { ...one.item, files: one.item.files + along } }
  })
}

function* foldersAbove(path: ContentPath): Generator<ContentPath> {
  for (let above = parentOf(path); above !== ROOT; above = parentOf(above)) yield above
}

/** What concerns a folder concerns everything in it: all or nothing (S4). */
function treeRules(store: Store, access: Access) {
  async function require(action: Action, path: ContentPath, kind?: Entry['kind']): Promise<void> {
    const here = await access.require(action, path)
    if (access.unrestricted || here.mayThroughout(action, path)) return
    if ((kind ?? (await store.stat(path))?.kind) === 'folder') throw forbidden(action)
  }
  return {
    require,
    async requireBoth(action: Action, from: ContentPath, to: ContentPath): Promise<void> {
      await access.require('write', to)
      await require(action, from)
      if (!access.unrestricted) await require('write', to, (await store.stat(from))?.kind)
    },
    /** @param entries sorted by name */
    async shown(
      folder: ContentPath,
      entries: readonly Entry[],
      { after, limit, counts }: ListPart
    ): Promise<Entry[]> {
      const here = await access.at(folder)
      const found: Entry[] = []
      for (let at = after === null ? 0 : firstBehind(entries, after); at < entries.length; at += 1) {
        const entry = entries[at]
        if (!entry || !counts(entry.name)) continue
        const there = folder === ROOT ? await access.at(entry.path) : here
        if (entry.kind === 'folder' ? there.maySee(entry.path) : there.may('read', entry.path))
          found.push(entry)
        if (found.length >= limit) break
      }
      return found
    }
  }
}

/** Where the first entry stands whose name comes behind this one. */
function firstBehind(entries: readonly Entry[], name: string): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((entries[middle]?.name ?? '') > name) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * A folder in the trash tells of all that was in it, so it is shown, and comes back, only to who may have all
 * of it.
 */
function trashRules(store: Store, access: Access) {
  async function allowed(action: Action, { path, kind }: TrashItem): Promise<boolean> {
    const at = contentPath(path)
    const there = await access.at(at)
    return kind === 'folder' ? there.mayThroughout(action, at) : there.may(action, at)
  }
  return {
    async shown(site: ContentPath): Promise<TrashItem[]> {
      if (!(await access.at(site)).maySee(site)) throw forbidden('read')
      const items = await store.trash(site)
      const judged = await Promise.all(items.map((item) => allowed('read', item)))
      return items.filter((_, index) => judged[index])
    },
    /** What may not be read is answered like what is not there. */
    async require(site: ContentPath, id: string): Promise<void> {
      const [item] = await store.trash(site, id)
      if (item && (await allowed('read', item))) {
        if (await allowed('write', item)) return
        throw forbidden('write')
      }
      await access.require('write', site)
      throw new GalleyError('not-found', 'This is not in the trash (any more).', { where: id })
    }
  }
}
