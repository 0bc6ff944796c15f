import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, type Client } from '../../../../src/common/api/client'
import { createPublishingClient, type PublishingClient } from '../../../../src/common/api/client/publishing'
import { contentPath } from '../../../../src/common/content/paths'
import type { FolderStore } from '../../../../src/main/store/types'
import { inParallel, pageOf, writer } from '../../documents'
import type { Bench } from '../../workspace'
import { fill, withWorkspace } from '../../workspace'

export const SITE = contentPath('/bench/site')

/** An open workspace with the clients of its service. */
interface Grows extends Bench {
  readonly location: string
  readonly client: Client
  readonly publishing: PublishingClient
}

/** Fills a new workspace, opens it with its service, hands it to the work, and removes it. */
export async function inWorkspace<T>(
  place: string,
  filling: (store: FolderStore) => Promise<unknown>,
  work: (grows: Grows) => Promise<T>
): Promise<T> {
  const location = await mkdtemp(join(place, 'grows-'))
  try {
    await fill(location, filling)
    return await withWorkspace(location, async (bench) => {
      const base = 'http://127.0.0.1'
      const options = {
        base,
        fetch: (url: string, init?: RequestInit) => bench.ask(url.slice(base.length), init)
      }
      return work({
        ...bench,
        location,
        client: createClient(options),
        publishing: createPublishingClient(options)
      })
    })
  } finally {
    await rm(location, { recursive: true, force: true })
  }
}

/** Small pages, so many to a folder; their paths begin at the site's root. */
export const pagesIn = (count: number, folders: number) =>
  Array.from({ length: count }, (_, number) => `/folder-${number % folders}/page-${number}.html`)

/** Writes a small page at each path of the site. */
export const writePages = (store: FolderStore, paths: readonly string[], edition = 0) =>
  inParallel(paths.length, 32, (at) =>
    store.write(contentPath(`${SITE}${paths[at] ?? ''}`), pageOf(400, at + edition * 1_000_000), {
      by: writer
    })
  )
