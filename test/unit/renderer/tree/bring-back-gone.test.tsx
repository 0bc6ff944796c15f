import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { createPublishingClient } from '../../../../src/common/api/client/publishing'
import { api } from '../../../../src/renderer/src/api'
import { activeTab, workbench } from '../../../../src/renderer/src/workbench/workbench'
import { presetOf } from '../../../../src/renderer/src/features/importing/preset'
import { bringBackGone } from '../../../../src/renderer/src/features/tree/bring-back-gone'
import { publishedFolders } from '../../../../src/renderer/src/engines/tree/published-folders'
import { brokenRules, renderInApp } from '../render'
import { serveWindow, type ServedWindow } from '../history/window'

const site = contentPath('/northwind/harbour')
const at = (name: string) => contentPath(`${site}/${name}`)
const publishing = createPublishingClient({ fetch: (url, init) => fetch(url, init) })
const words = '<body><main><div><p>one</p></div></main></body>'
let served: ServedWindow

beforeEach(async () => {
  served = await serveWindow()
  for (const name of ['docs/a.html', 'docs/b.html', 'c.html']) await api.write(at(name), words)
  for (const name of ['docs/a.html', 'c.html']) await publishing.publish('live', at(name))
  renderInApp(
    <ModalsProvider>
      <Notifications />
    </ModalsProvider>
  )
})
afterEach(async () => {
  cleanup()
  await served.close()
})

/** As the tree has it. */
async function gone(...names: readonly string[]) {
  const { resources } = await publishing.list(site)
  const items = new Map(resources.map((item) => [contentPath(site + item.resourcePath), item]))
  const folders = publishedFolders(site, items)
  return names.flatMap((name) => folders.at.get(at(name)) ?? [])
}
const isThere = async (name: string) =>
  (await api.list(site))
    .concat(await api.list(at('docs')).catch(() => []))
    .some(({ path }) => path === at(name))

describe('bringing back what is gone', () => {
  it('U5 S5 takes it from the trash, several at once', async () => {
    await api.remove(at('docs'))
    await api.remove(at('c.html'))
    await bringBackGone(await gone('c.html', 'docs', 'docs/a.html'))
    await screen.findByText('Restored 2 items from the trash')
    expect([await isThere('c.html'), await isThere('docs/a.html'), await isThere('docs/b.html')]).toEqual([
      true,
      true,
      true
    ])
    expect(await api.trash(site)).toEqual([])
  })

  it('U5 asks before a whole folder comes back for one page of it', async () => {
    await api.remove(at('docs'))
    await bringBackGone(await gone('docs/a.html'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Bring back the folder “docs”?' }))
    expect(dialog.getByText(/“a.html” is in the trash as a part of “docs”/)).toBeTruthy()
    expect(await brokenRules()).toEqual([])
    expect(await isThere('docs/a.html')).toBe(false)
    await userEvent.click(dialog.getByRole('button', { name: 'Bring back the folder' }))
    await screen.findByText('Restored “docs”')
    expect(await isThere('docs/b.html')).toBe(true)
  })

  it('U5 U4 begins an import of exactly what is published, when the trash has nothing of it', async () => {
    await api.remove(at('docs'))
    await api.remove(at('c.html'))
    for (const { id } of await api.trash(site)) await api.deleteFromTrash(site, id)
    await bringBackGone(await gone('docs', 'c.html'))
    expect(presetOf(site)).toEqual({ environment: 'live', folder: null, paths: ['/docs/*', '/c.html'] })
    expect(activeTab(workbench())?.id).toBe(`import:${site}`)
  })
})
