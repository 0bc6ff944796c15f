import type { ContentPath } from '../../content/paths'
import {
  importList,
  importShown,
  itemContents,
  itemList,
  type ActionRequest,
  type ImportAction,
  type ImportItem,
  type ImportRequest,
  type ImportShown,
  type ItemContents
} from '../../importing/shapes'
import type { RemotePictureRequest } from '../../importing/remote-picture'
import { bytesOf, openCalls, textOf, type CallsOptions } from './calls'

export type ImportClient = ReturnType<typeof createImportClient>

/** The typed client of imports (U4); it rejects as the one of authoring does. */
export function createImportClient(options: CallsOptions = {}) {
  const { ask, read } = openCalls(options)
  return {
    /** Begins one: it lists what there is. */
    start: (site: ContentPath, request: ImportRequest): Promise<ImportShown> =>
      read(importShown, 'startImport', { at: site }, { json: request }),
    /** Newest first. */
    list: async (site: ContentPath, signal?: AbortSignal): Promise<readonly ImportShown[]> =>
      (await read(importList, 'listImports', { at: site }, { signal })).imports,
    /** Of all sites: under way, or paused; newest first. */
    unfinished: async (signal?: AbortSignal): Promise<readonly ImportShown[]> =>
      (await read(importList, 'listUnfinishedImports', {}, { signal })).imports,
    read: (site: ContentPath, name: string, signal?: AbortSignal): Promise<ImportShown> =>
      read(importShown, 'readImport', { at: site, name }, { signal }),
    items: async (site: ContentPath, name: string, signal?: AbortSignal): Promise<readonly ImportItem[]> =>
      (await read(itemList, 'listImportItems', { at: site, name }, { signal })).items,
    /** What is there and what would come, of one item. */
    contents: (
      site: ContentPath,
      name: string,
      number: number,
      signal?: AbortSignal
    ): Promise<ItemContents> => read(itemContents, 'readImportItem', { at: site, name, number }, { signal }),
    act: (
      site: ContentPath,
      name: string,
      action: ImportAction,
      request: ActionRequest = {}
    ): Promise<ImportShown> =>
      read(importShown, 'actOnImport', { at: site, name, action }, { json: request }),
    /** The bytes of a picture that lies on another server, for a page that one may write (VE29). */
    picture: async (
      page: ContentPath,
      request: RemotePictureRequest,
      signal?: AbortSignal
    ): Promise<Uint8Array> => bytesOf(await ask('fetchPicture', { at: page }, { json: request, signal })),
    /** The report as CSV. */
    report: async (site: ContentPath, name: string): Promise<string> =>
      textOf(await ask('exportImport', { at: site, name })),
    /** Forgets it; what it imported stays. */
    async remove(site: ContentPath, name: string): Promise<void> {
      await ask('removeImport', { at: site, name })
    }
  }
}
