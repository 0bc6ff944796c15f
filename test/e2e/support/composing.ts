import type { CDPSession, Page } from 'playwright-core'

/** What browsers tell of a key that an input method has taken for itself. */
const TAKEN = 229

/**
 * Types as an input method does: what is `shown` stands underlined in the field, one after another, and Enter takes the last over, or
 * Escape takes all back. That key, and those that are pressed meanwhile (`keys`), are told to the page with the words still being composed,
 * which only the debugger can do.
 */
export async function compose(
  page: Page,
  shown: readonly string[],
  end: 'Enter' | 'Escape',
  keys: readonly string[] = []
): Promise<void> {
  const debug = await page.context().newCDPSession(page)
  try {
    for (const words of shown) {
      await press(debug, 'Process', () =>
        debug.send('Input.imeSetComposition', {
          text: words,
          selectionStart: words.length,
          selectionEnd: words.length
        })
      )
    }
    for (const key of keys) await press(debug, key, () => Promise.resolve())
    await press(debug, end, () =>
      end === 'Enter'
        ? debug.send('Input.insertText', { text: shown.at(-1) ?? '' })
        : debug.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 })
    )
  } finally {
    await debug.detach()
  }
}

/** Words that an input method has found at once, taken over with Enter. */
export const composeAndTakeOver = (page: Page, words: string): Promise<void> =>
  compose(page, [words], 'Enter')

/** A key that the input method takes and begins nothing with, as one that turns it off. */
export async function pressKeyOf(page: Page): Promise<void> {
  const debug = await page.context().newCDPSession(page)
  try {
    await press(debug, 'Process', () => Promise.resolve())
  } finally {
    await debug.detach()
  }
}

async function press(debug: CDPSession, key: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const code = key === 'Process' ? 'KeyA' : key
  await debug.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code, windowsVirtualKeyCode: TAKEN })
  await meanwhile()
  await debug.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, windowsVirtualKeyCode: TAKEN })
}
