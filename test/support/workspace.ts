import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { ContentPath } from '../../src/common/content/paths'
import { contentPath } from '../../src/common/content/paths'
import type { StoreOptions } from '../../src/main/store'
import { openStore } from '../../src/main/store'
import type { FolderStore } from '../../src/main/store/types'

export const ada = { email: 'ada@example.com', name: 'Ada' }
export const bob = { email: 'bob@example.com' }
export const p = (text: string): ContentPath => contentPath(text)
export const bytes = (text: string) => new TextEncoder().encode(text)
export const text = (data: Uint8Array | undefined) => new TextDecoder().decode(data)

/** To be called at the top of a test file about what disks do: its folders lie on the disk of the checkout, not in memory. */
export function onRealDisk(): void {
  const folder = resolve('node_modules/.cache/galley-tests')
  mkdirSync(folder, { recursive: true })
  process.env['TMPDIR'] = folder
}

/** A new empty folder. */
export async function tempFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'galley-store-')))
}

/** A folder in memory where there is one: for tests that need many stores and no real disk. */
export async function quickFolder(): Promise<string> {
  return mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'galley-store-'))
}

/**
 * A workspace in an empty folder that lacks the hundreds of folders that a new one gets, as each has that another program copied without
 * them: to make and remove those would be most of the work of many tests. A save makes those that it needs. What is about new
 * workspaces takes an empty folder.
 * @returns the folder
 */
export async function sparseWorkspace(empty: string | Promise<string> = tempFolder()): Promise<string> {
  const folder = await empty
  await mkdir(join(folder, '.galley'))
  await writeFile(join(folder, '.galley/workspace.json'), JSON.stringify({ format: 1, id: randomUUID() }))
  return folder
}

/** Runs the work on a store in a workspace of its own, without empty folders; closes and removes it, whatever happens. */
export async function withStore<T>(
  work: (store: FolderStore, folder: string) => Promise<T>,
  options: Omit<StoreOptions, 'folder'> = { watch: false }
): Promise<T> {
  const folder = await sparseWorkspace()
  try {
    const store = await openStore({ folder, ...options })
    try {
      return await work(store, folder)
    } finally {
      await store.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Names of every file below a folder, relative, sorted. */
export async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

/** Waits until the condition holds; fails with the last error after `within` milliseconds. */
export async function until<T>(condition: () => T | Promise<T>, within = 20_000): Promise<NonNullable<T>> {
  const end = Date.now() + within
  for (;;) {
    try {
      const value = await condition()
      if (value) return value
      if (Date.now() > end) throw new Error('the condition never held')
    } catch (error) {
      if (Date.now() > end) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
