import { writeSync } from 'node:fs'
import type { ContentPath } from '../../src/common/content/paths'
import { contentPath } from '../../src/common/content/paths'
import { GalleyError } from '../../src/common/errors'
import { openStore } from '../../src/main/store'
import type { FolderStore } from '../../src/main/store/types'

/**
 * Works on a store until it is killed. Tells what it is about to do and what was acknowledged, a JSON line each.
 * Arguments: workspace, a seed.
 */
const [, , location = '', seed = '1'] = process.argv
const by = { email: 'writer@example.com' }
let state = Number(seed) | 0
const random = (below: number) => {
  state = (Math.imul(state, 1664525) + 1013904223) | 0
  return (state >>> 8) % below
}
const say = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`)
const pick = (): ContentPath => contentPath(`/o/s/${'abc'[random(3)] ?? 'a'}/${random(4)}.html`)
const folder = () => contentPath(`/o/s/${'abcd'[random(4)] ?? 'a'}`)

/** Two documents as one change, and one of them to another name. */
async function changeSome(store: FolderStore, count: number): Promise<void> {
  const contents = new Map<string, string>()
  const edits = []
  for (const path of new Set([pick(), pick()])) {
    const there = await store.stat(path)
    if (there?.kind !== 'file') continue
    const content: string = `<main>${seed}-${count} together ${edits.length} ${'y'.repeat(random(3000))} end</main>`
    say({ begin: content, id: there.id })
    contents.set(there.id, content)
    edits.push({ path, from: there.hash, to: new TextEncoder().encode(content) })
  }
  const [first] = edits
  const moves = first && random(2) === 0 ? [{ from: first.path, to: pick() }] : []
  await store.change({ edits, moves, by })
  for (const [id, acknowledged] of contents) say({ acknowledged, id })
}

/** Several saves that wait for the disk together. */
async function saveSome(store: FolderStore, count: number): Promise<void> {
  const paths = [...new Set(Array.from({ length: 2 + random(6) }, pick))]
  await Promise.all(
    paths.map(async (path, at) => {
      const there = await store.stat(path)
      const content = `<main>${seed}-${count} at once ${at} ${'z'.repeat(random(3000))} end</main>`
      say({ begin: content, id: there?.kind === 'file' ? there.id : null })
      const { entry } = await store.write(path, new TextEncoder().encode(content), { by })
      say({ acknowledged: content, id: entry.id })
    })
  )
}

async function main(): Promise<void> {
  const store = await openStore({ folder: location })
  say({ ready: true })
  for (let count = 0; ; count++) {
    const kind = random(15)
    try {
      if (kind < 8) {
        const path = pick()
        const there = await store.stat(path)
        const content = `<main>${seed}-${count} ${'x'.repeat(random(3000))} end</main>`
        say({ begin: content, id: there?.kind === 'file' ? there.id : null })
        const { entry } = await store.write(path, new TextEncoder().encode(content), { by })
        say({ acknowledged: content, id: entry.id })
      } else if (kind < 9) await store.move(folder(), folder(), { by, overwrite: random(2) === 0 })
      else if (kind < 10) await store.move(pick(), pick(), { by })
      else if (kind < 11) await changeSome(store, count)
      else if (kind < 13) await saveSome(store, count)
      else if (kind < 14) await store.remove(random(3) === 0 ? folder() : pick(), { by })
      else {
        const [item] = await store.trash(contentPath('/o/s'))
        if (item) await store.restoreFromTrash(contentPath('/o/s'), item.id, { by })
      }
    } catch (error) {
      // a move onto what exists, a deletion of what does not: refusals are part of the game
      if (!(error instanceof GalleyError) || ['internal', 'io-failed', 'damaged'].includes(error.reason)) {
        say({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
      }
    }
  }
}

void main().catch((error: unknown) => {
  say({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  process.exitCode = 1
})
