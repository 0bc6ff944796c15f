import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { without } from './support/capabilities'
import { stored } from './support/content'
import { openDesk } from './support/desk'
import {
  expectEditorToContain,
  expectSaved,
  openFile,
  prepareSite,
  saveState,
  typeAtEnd
} from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const PATH = '/harbour/web/home.html'
const old = '<p>one</p>\n'

describe.skipIf(without.electron || without.disks)('a disk that takes no more', () => {
  it('W3 a full disk: says why it is not saved, keeps what was there, and saves everything once there is room', async () => {
    const { page, workspace, disk } = await desk.launchOnDisk('memory')
    const onDisk = () => readFile(join(workspace, 'content', PATH), 'utf8')
    await prepareSite(page, { [PATH]: old })
    await openFile(page, 'home.html')
    await disk.fill(40_000)

    const typed: string[] = []
    const failed = page.locator('[data-save-status="failed"]')
    while (!(await failed.isVisible())) {
      const lines = `<!-- ${'words '.repeat(16)} -->\n`.repeat(40)
      await typeAtEnd(page, lines)
      typed.push(lines)
      expect(typed.length, 'pieces of 4 KB on a disk with 40 KB left').toBeLessThan(30)
      await waitFor('the words saved, or not', async () => {
        return (await failed.isVisible()) || (await onDisk()) === old + typed.join('')
      })
    }
    await saveState(page)
      .filter({ hasText: /Not saved: .*disk is full/ })
      .waitFor()
    // Whole lines only: the file is the last state that was called saved, never a part of one.
    const kept = await onDisk()
    expect((old + typed.join('')).startsWith(kept)).toBe(true)
    expect(kept === old || kept.endsWith('-->\n')).toBe(true)
    expect(await stored(page, PATH)).toBe(kept)

    await disk.free()
    // unless the app has tried again by itself
    const retry = saveState(page).getByRole('button', { name: 'Retry' })
    await retry.click({ timeout: 3000 }).catch(() => undefined)
    await expectSaved(page)
    await expect.poll(onDisk).toBe(old + typed.join(''))
  })

  it('E1 a disk that is full under the window too: says where the words are, has them after a reload, and saves them once there is room', async () => {
    const { page, workspace, disk } = await desk.launchAllOnDisk()
    const onDisk = () => readFile(join(workspace, 'content', PATH), 'utf8')
    await prepareSite(page, { [PATH]: old })
    await openFile(page, 'home.html')
    await disk.fill(0)
    const words = `<!-- ${'typed on a full disk '.repeat(400)} -->`
    await typeAtEnd(page, words)
    const banner = page.getByRole('alert').filter({ hasText: 'Not saved.' })
    await banner.filter({ hasText: 'No disk takes a draft of your words' }).waitFor()
    await banner.getByRole('button', { name: 'Save to a file…' }).waitFor()
    expect(await onDisk()).toBe(old)

    await page.reload()
    await openFile(page, 'home.html')
    await expectEditorToContain(page, 'typed on a full disk')
    await disk.free()
    await waitFor('the words on the disk', async () => (await onDisk()).includes(words))
    await expectSaved(page)
  })

  it('W3 a disk that turns read-only while the app runs: says so, and keeps the words as a draft', async () => {
    const first = await desk.launchOnDisk('failing')
    await prepareSite(first.page, { [PATH]: old })
    await openFile(first.page, 'home.html')
    await first.disk.fail()
    await typeAtEnd(first.page, '<!-- typed too late -->')
    await first.page.locator('[data-save-status="failed"], [data-save-status="read-only"]').waitFor()
    await saveState(first.page)
      .filter({ hasText: /cannot be written|read.only/i })
      .waitFor()
    expect(await stored(first.page, PATH)).toBe(old)
    await expectEditorToContain(first.page, 'typed too late')

    const ended = desk.quit(first)
    // the window may be gone before the click is reported as done
    await first.page
      .getByRole('button', { name: 'Close anyway' })
      .click()
      .catch((problem: unknown) => {
        if (!first.page.isClosed()) throw problem
      })
    await ended
    await first.disk.repair()
    const second = await desk.launch({ userData: first.userData, workspace: first.workspace })
    await openFile(second.page, 'home.html')
    await expectEditorToContain(second.page, 'typed too late')
    await waitFor('the words in the service', async () =>
      (await stored(second.page, PATH))?.includes('typed too late')
    )
  })
})
