import { writeSync } from 'node:fs'
import { contentPath } from '../../src/common/content/paths'
import { openStore } from '../../src/main/store'

/**
 * Writes and publishes one page until it is killed. Says `begin <content>` before and `done <content>` after each publication.
 * Arguments: workspace, a word that makes the contents of this run its own.
 */
const [, , location = '', run = ''] = process.argv
const by = { email: 'publisher@example.com' }
const path = contentPath('/o/s/page.html')

async function main(): Promise<void> {
  const store = await openStore({ folder: location, watch: false })
  for (let count = 0; ; count++) {
    const content = `<main>${run}-${count}</main>`
    await store.write(path, new TextEncoder().encode(content), { by })
    writeSync(1, `begin ${content}\n`)
    const entry = await store.published.keep(path)
    if (!entry) throw new Error('the page is gone')
    const { hash, size, lastModified: sourceAt } = entry
    const state = { path, hash, size, at: Date.now(), by, sourceAt, kind: 'page' }
    await store.published.put([
      { ...state, environment: 'preview' },
      { ...state, environment: 'live' }
    ])
    writeSync(1, `done ${content}\n`)
  }
}

void main()
