import type { Page } from 'playwright-core'

/**
 * Types as an input method does: the words stand underlined in the field, and Enter takes them over. The key press of that Enter
 * is told to the page with the words still being composed, which only the debugger can do.
 */
export async function composeAndTakeOver(page: Page, words: string): Promise<void> {
  const debug = await page.context().newCDPSession(page)
  try {
    await debug.send('Input.imeSetComposition', {
      text: words,
      selectionStart: words.length,
      selectionEnd: words.length
    })
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 } as const
    await debug.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
    await debug.send('Input.insertText', { text: words })
    await debug.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter, windowsVirtualKeyCode: 13 })
  } finally {
    await debug.detach()
  }
}
