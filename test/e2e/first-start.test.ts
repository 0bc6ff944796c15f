import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { stored, versions } from './support/content'
import { openDesk } from './support/desk'
import {
  expectEditorToContain,
  expectSaved,
  openFile,
  startWithSample,
  tree,
  typeAtEnd
} from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const PAGE = '/northwind/harbour/index.html'

describe.skipIf(without.electron)('the first start', () => {
  it('A1 asks for name, e-mail and folder, and says in words what is missing', async () => {
    const { page } = await desk.launch({ userData: await desk.make('user') })
    await page.getByRole('button', { name: 'Start' }).click()
    await waitFor('two problems', async () => (await page.locator('[aria-invalid="true"]').count()) === 2)
    await expectAccessible(page, 'the first start')
  })

  it('L1 S1 V1 V4 goes from an empty profile to a restored version', async () => {
    const { page, complaints } = await desk.launch({ userData: await desk.make('user') })
    await startWithSample(page, join(await desk.make('parent'), 'My Content'))
    await expect.poll(() => tree(page).getByRole('treeitem').count()).toBeGreaterThan(10)

    await openFile(page, 'index.html')
    await expectEditorToContain(page, 'Four islands, one pier')
    const before = await stored(page, PAGE)
    const known = (await versions(page, PAGE)).length

    await typeAtEnd(page, '<!-- a word from the test -->')
    await expectSaved(page)
    await waitFor('the word in the service', async () =>
      (await stored(page, PAGE))?.includes('a word from the test')
    )
    const made = await waitFor('its version', async () => {
      const list = await versions(page, PAGE)
      return list.length > known ? list : null
    })
    expect(made[0]?.users[0]?.email).toBe('mara.ruiz@northwind.example')

    const history = page.getByRole('region', { name: 'History' })
    await history.getByRole('button', { name: 'Create version' }).click()
    await history.getByRole('textbox', { name: 'Label' }).fill('Before the test restores')
    await history.getByRole('button', { name: 'Create version' }).click()
    await history.getByText('Before the test restores').waitFor()

    await history.getByRole('button', { name: /^Autumn front page/ }).click()
    await history.getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByRole('radiogroup', { name: 'Depth' }).getByText('Text').click()
    await page
      .getByRole('toolbar', { name: 'Comparison' })
      .getByText(/^Change \d+ of \d+$/)
      .waitFor()
    await page.locator('.monaco-diff-editor .line-insert').first().waitFor()
    await page.getByRole('button', { name: 'Next change' }).click()

    const autumn = (await versions(page, PAGE)).find((version) => version.label === 'Autumn front page')
    const autumnText = await stored(page, autumn?.url ?? '', '')
    await page.getByRole('tab', { name: /index/ }).first().click()
    await history.getByRole('button', { name: 'Restore', exact: true }).click()
    const message = page.getByRole('alert').filter({ hasText: 'Restored “Autumn front page”' })
    await message.waitFor()
    await waitFor('the restored bytes', async () => (await stored(page, PAGE)) === autumnText)
    await message.getByRole('button', { name: 'Undo' }).click()
    await waitFor('the former bytes', async () =>
      (await stored(page, PAGE))?.includes('a word from the test')
    )
    await expectSaved(page)
    expect(await stored(page, PAGE)).toBe(`${before}<!-- a word from the test -->`)
    expect(complaints).toEqual([])
  })
})
