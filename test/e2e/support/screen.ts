import { expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { put, request } from './content'
import { waitFor } from './wait'

/** What a person sees and does, by roles and names. */

export const tree = (page: Page): Locator => page.getByRole('tree')
export const treeItem = (page: Page, name: string): Locator =>
  page.getByRole('treeitem', { name, exact: true })
export const editor = (page: Page): Locator => page.locator('.monaco-editor[role="code"]:visible').first()
/** The text editor of this file, as long as it is the one that is shown. */
export const editorOf = (page: Page, name: string): Locator =>
  page
    .locator('#editor-area')
    .getByRole('region', { name, exact: true })
    .locator('.monaco-editor[role="code"]:visible')
    .first()
export const saveState = (page: Page): Locator => page.locator('[data-save-status]')

/** Names the owner and makes a site with these files, then shows it. */
export async function prepareSite(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  await page.waitForLoadState('load')
  await request(page, 'PUT', '/app/workspace', {
    body: JSON.stringify({ owner: { name: 'Mira Holm', email: 'mira@example.com' } }),
    headers: { 'Content-Type': 'application/json' }
  })
  for (const [path, body] of Object.entries(files)) await put(page, path, body)
  await page.reload()
  await tree(page).waitFor()
}

/** Answers the questions of the first start, with the sample content. */
export async function startWithSample(page: Page, workspace: string): Promise<void> {
  await page.getByLabel('Your name').fill('Mira Holm')
  await page.getByLabel('E-mail').fill('mira@example.com')
  await page.getByLabel('Workspace folder').fill(workspace)
  await page.getByRole('button', { name: 'Start' }).click()
  await treeItem(page, 'index.html').waitFor()
}

/** Opens a file from the tree and waits for its editor, not for the one that was there before. */
export async function openFile(page: Page, name: string): Promise<void> {
  await treeItem(page, name).dblclick()
  await editorOf(page, name).waitFor()
}

/** Types at the end of the open document. */
export async function typeAtEnd(page: Page, text: string): Promise<void> {
  await focusEditor(page)
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText(text)
}

export async function focusEditor(page: Page): Promise<void> {
  await editor(page).locator('.view-lines').click()
}

/** The words in the editor, as the editor's model has them. */
export async function editorText(page: Page): Promise<string> {
  const text = await editor(page).locator('.view-lines').innerText()
  return text.replaceAll('\u00a0', ' ')
}

export async function expectSaved(page: Page): Promise<void> {
  await page.locator('[data-save-status="saved"]').waitFor()
}

export async function expectEditorToContain(page: Page, text: string): Promise<void> {
  await waitFor(`“${text}” in the editor`, async () => (await editorText(page)).includes(text))
  expect(await editorText(page)).toContain(text)
}

/** The page that is written in as it is read. */
export const page = (window: Page): Locator => window.getByRole('textbox', { name: /^Page / })

/** Opens a file from the tree and waits until its page can be written in. */
export async function openPage(window: Page, name: string): Promise<void> {
  await treeItem(window, name).dblclick()
  await window.getByRole('textbox', { name: `Page ${name}`, exact: true }).waitFor()
}

/** The words of the paragraphs of a page that is written in, without the names of others in it. */
export const wordsOf = (window: Page): Promise<string> =>
  page(window).evaluate((shown) => {
    const copy = document.importNode(shown, true)
    for (const caret of copy.querySelectorAll('.pe-other-caret')) caret.remove()
    return [...copy.querySelectorAll('p')].map(({ textContent }) => textContent).join('\n')
  })
