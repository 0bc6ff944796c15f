import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import type { Random } from '../../unit/formats/merge/random'
import { isInDraft } from './drafts'
import { form, goTo } from './forms'
import { editorOf, saveState } from './screen'
import { settled } from './settled'
import type { AppGalley } from './syncing'
import { waitFor } from './wait'

export interface TypedDocument {
  readonly path: string
  /** Prose: words at the beginning of a line. Members: lines of their own in a JSON object. Otherwise the name of a field in the form. */
  readonly as: 'prose' | 'members' | { readonly field: string }
}

export interface TypistOptions {
  readonly documents: readonly [TypedDocument, ...TypedDocument[]]
  readonly random: Random
  readonly isEnough: () => boolean
}

/** A person at the keyboard of one app, who believes what the window says about each word. */
export class Typist {
  /** Words that the window showed as saved. */
  readonly saved = new Map<string, string>()
  /** Words that lay in a draft on this machine. */
  readonly kept = new Map<string, string>()
  /** How often two had written in the same place, and the person kept what they have. */
  questions = 0
  private count = 0

  constructor(
    private readonly app: AppGalley,
    private readonly options: TypistOptions
  ) {}

  async type(): Promise<void> {
    const { isEnough, documents, random } = this.options
    while (!isEnough()) {
      const start = this.app.starts
      try {
        await this.typeWord(this.app.page, random.pick(documents))
      } catch (problem) {
        // what was typed into a window that was killed, and that it had not kept, does not count
        if (this.app.isUp && this.app.starts === start && !isEnough())
          throw new Error(`${this.app.name} cannot type. It shows: ${await shown(this.app.page)}`, {
            cause: problem
          })
        await new Promise((done) => setTimeout(done, 50))
      }
    }
  }

  /** Opens every document once more, until all that was typed is saved. */
  async finish(): Promise<void> {
    const { page } = this.app
    for (const typed of this.options.documents) {
      await this.open(page, typed)
      await waitFor(`${typed.path} to be saved`, () => this.isSaved(page))
    }
    await waitFor('no word to be left in a draft', async () => !(await isInDraft(page, null)))
  }

  private async typeWord(page: Page, typed: TypedDocument): Promise<void> {
    const word = `${this.app.name}typed${(this.count += 1)}z`
    const place = await this.open(page, typed)
    if (typed.as === 'prose') {
      await this.toLine(page, place, 1 + this.options.random.int(9))
      await page.keyboard.type(`${word} `)
    } else if (typed.as === 'members') {
      await this.toLine(page, place, 1)
      await page.keyboard.insertText(`"${word}": 1,\n`)
    } else {
      await place.click()
      await page.keyboard.press('End')
      await page.keyboard.type(` ${word}`)
    }
    await untilEnd(page, `“${word}” to show`, async () => (await wordsIn(typed, place)).includes(word))
    await settled(page)
    const what = `${this.app.name} ${typed.path}: ${word}`
    await untilEnd(page, `“${word}” to be saved`, async () => {
      if (await isInDraft(page, word)) this.kept.set(word, what)
      return this.isSaved(page)
    })
    this.saved.set(word, what)
  }

  /** Again, when a document that a crash left words of was opened over it. */
  private async open(page: Page, { path, as }: TypedDocument): Promise<Locator> {
    const place =
      typeof as === 'string'
        ? editorOf(page, path.slice(path.lastIndexOf('/') + 1))
        : form(page).getByRole('textbox', { name: as.field })
    await untilEnd(page, `${path} to be open`, async () => {
      await goTo(page, path)
      await place.waitFor({ timeout: 5_000 })
      return true
    })
    return place
  }

  private async toLine(page: Page, editor: Locator, line: number): Promise<void> {
    await editor.locator('.view-lines').click()
    await page.keyboard.press('ControlOrMeta+Home')
    for (let at = 0; at < line; at += 1) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Home')
  }

  /** What the window says. Where it asks, the person keeps what is in the editor. */
  private async isSaved(page: Page): Promise<boolean> {
    const keep = page.getByRole('button', { name: 'Keep mine', exact: true })
    if (await keep.isVisible()) {
      // the question may be over before it is answered
      await keep.click({ timeout: 2_000 }).then(
        () => (this.questions += 1),
        () => undefined
      )
    }
    return (await saveState(page).getAttribute('data-save-status')) === 'saved'
  }
}

/** Waits for something in a window; not for one that was killed. */
async function untilEnd(page: Page, what: string, probe: () => Promise<boolean>): Promise<void> {
  await waitFor(what, async () => page.isClosed() || (await probe()))
  if (page.isClosed()) throw new Error(`The window ended before ${what}.`)
}

/** Where the window is and what can be read in it. */
async function shown(page: Page): Promise<string> {
  await page.screenshot({ path: join(tmpdir(), 'galley-typist.png') })
  return page.evaluate(() => `${location.hash} ${document.body.innerText.slice(0, 3000)}`)
}

async function wordsIn({ as }: TypedDocument, place: Locator): Promise<string> {
  return typeof as === 'string' ? place.locator('.view-lines').innerText() : place.inputValue()
}
