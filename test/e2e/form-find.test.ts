import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newDocument, writeDocument } from '../../src/common/formats/structured'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { openDesk } from './support/desk'
import { form, goTo, putSchema, SITE } from './support/forms'
import { prepareSite } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const schema = {
  title: 'Crew',
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name' },
    people: {
      type: 'array',
      title: 'People',
      items: {
        type: 'object',
        title: 'person',
        properties: { who: { type: 'string', title: 'Who' }, role: { type: 'string', title: 'Role' } }
      }
    }
  }
}
const people = Array.from({ length: 400 }, (_, at) => ({
  who: `Person ${at}`,
  role: at % 100 === 7 ? 'Skipper' : 'Deck'
}))

const marked = (page: Page) => page.locator('[data-found] input')
const value = (page: Page, wanted: string) =>
  waitFor(`the place “${wanted}”`, async () =>
    (await marked(page).count()) === 1 ? (await marked(page).inputValue()) === wanted : false
  )

describe.skipIf(without.electron)('a long form', () => {
  it('F11 is looked through with Ctrl+F, also where it is folded or far away', async () => {
    const app = await desk.launchFresh()
    const { page } = app
    const text = writeDocument(
      newDocument({ title: 'crew', schemaName: 'crew', data: { name: 'Tern', people } })
    )
    await prepareSite(page, { [`${SITE}/crew.html`]: text })
    await putSchema(page, 'crew', schema)
    await goTo(page, `${SITE}/crew.html`)
    await form(page).waitFor()
    const name = form(page).getByLabel('Name', { exact: true })
    await name.focus()
    await page.keyboard.press('ControlOrMeta+f')
    const field = page.getByRole('textbox', { name: 'Find in the form' })
    await waitFor('the field to have the keyboard', () =>
      field.evaluate((one) => one === document.activeElement)
    )
    await page.keyboard.type('skipper')
    const counted = page.getByRole('search').getByRole('status')
    await waitFor('the first place', async () => (await counted.innerText()) === '1 of 4')
    await value(page, 'Skipper')
    const first = await marked(page).evaluate((one) =>
      one.closest('[data-pointer]')?.getAttribute('data-pointer')
    )
    expect(first).toBe('/people/7/role')
    await page.keyboard.press('Enter')
    await waitFor('the second place', async () => (await counted.innerText()) === '2 of 4')
    await page.keyboard.press('F3')
    await waitFor('the third place', async () => (await counted.innerText()) === '3 of 4')
    await page.keyboard.press('Shift+F3')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.press('Shift+Enter')
    await waitFor('the last place', async () => (await counted.innerText()) === '4 of 4')
    await expectAccessible(page, 'finding in a form')
    await page.keyboard.press('Escape')
    await waitFor('the keyboard in the last place', () =>
      page.evaluate(
        () =>
          document.activeElement?.closest('[data-pointer]')?.getAttribute('data-pointer') ===
          '/people/307/role'
      )
    )
    await field.waitFor({ state: 'detached' })

    await page.keyboard.press('ControlOrMeta+f')
    await page.keyboard.type('nothing of the kind')
    await waitFor('that nothing was found', async () => (await counted.innerText()) === 'none')
    await page.keyboard.press('Escape')
    await waitFor('the keyboard where it was', () =>
      page.evaluate(
        () =>
          document.activeElement?.closest('[data-pointer]')?.getAttribute('data-pointer') ===
          '/people/307/role'
      )
    )
  })
})
