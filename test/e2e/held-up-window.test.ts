import { describe, it } from 'vitest'
import { without } from './support/capabilities'
import { put } from './support/content'
import { openDesk } from './support/desk'
import {
  expectEditorToContain,
  focusEditor,
  openFile,
  prepareSite,
  treeItem,
  typeAtEnd
} from './support/screen'

const desk = openDesk()
const site = '/harbour/web'
const uses = (id: string) => `<use href="#${id}"/>`.repeat(10)
/** A thousand million squares, in two thousand letters. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><defs><rect id="a0" width="9" height="9"/>${Array.from(
  { length: 9 },
  (_, n) => `<g id="a${n + 1}">${uses(`a${n}`)}</g>`
).join('')}</defs>${uses('a9')}</svg>`

describe.skipIf(without.electron)('what strangers wrote so that the window would stand still', () => {
  it('E12 a pattern that would never end is not looked for, others are; a drawing of itself again and again is named', async () => {
    const { page } = await desk.launchBlank()
    await prepareSite(page, {
      [`${site}/long.html`]: `<main><div><p>${'a'.repeat(60)}!</p></div></main>`
    })
    await put(page, `${site}/icon.svg`, drawing)
    await openFile(page, 'long.html')
    await focusEditor(page)
    await page.keyboard.press('ControlOrMeta+F')
    const find = page.getByRole('textbox', { name: 'Find', exact: true })
    await page.getByRole('checkbox', { name: /Use Regular Expression/ }).click()
    await find.fill('(a+)+$')
    await page.getByText('The search was stopped').waitFor()
    // the window goes on, and so does the search for something else
    await find.fill('a{20,}!')
    await page.getByText('1 of 1', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await typeAtEnd(page, '<!-- typed on -->')
    await expectEditorToContain(page, 'typed on')

    await treeItem(page, 'icon.svg').click()
    await page.getByText('icon.svg is too large to be shown').waitFor()
    await openFile(page, 'long.html')
    await expectEditorToContain(page, 'typed on')
  })
})
