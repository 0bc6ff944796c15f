import type { Page } from 'playwright-core'

export interface Press {
  readonly key: string
  readonly code: string
  readonly virtual: number
  /** What it types. */
  readonly text?: string
  readonly modifiers?: number
}

const CTRL = 2
const named = { Enter: 13, Escape: 27, ArrowDown: 40, F2: 113 } as const

export const key = (name: keyof typeof named): Press => ({
  key: name,
  code: name,
  virtual: named[name],
  ...(name === 'Enter' ? { text: '\r' } : {})
})

export const ctrl = (letter: string): Press => ({
  key: letter,
  code: `Key${letter.toUpperCase()}`,
  virtual: letter.toUpperCase().charCodeAt(0),
  modifiers: CTRL
})

export const letters = (text: string): Press[] =>
  [...text].map((letter) => ({
    key: letter,
    code: /[a-z]/i.test(letter) ? `Key${letter.toUpperCase()}` : '',
    virtual: /[a-z0-9 ]/i.test(letter) ? letter.toUpperCase().charCodeAt(0) : 0,
    text: letter
  }))

/** Sends all the keys at once, without waiting for what the page makes of any of them. */
export async function burst(page: Page, presses: readonly Press[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  try {
    await Promise.all(
      presses.flatMap(({ key, code, virtual, text, modifiers = 0 }) => {
        const one = { key, code, windowsVirtualKeyCode: virtual, modifiers }
        const down = text === undefined ? { type: 'rawKeyDown' as const } : { type: 'keyDown' as const, text }
        return [
          session.send('Input.dispatchKeyEvent', { ...one, ...down }),
          session.send('Input.dispatchKeyEvent', { ...one, type: 'keyUp' })
        ]
      })
    )
  } finally {
    await session.detach()
  }
}
