import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectFits } from './fits'
import { takeScreenshot } from './screens'
import { settled, showTheme } from './settled'
import { within } from './wait'

declare global {
  interface Window {
    readonly axe?: typeof axe
  }
}

/** A dialog that is fading in and a theme that is changing are looked at again until then. Milliseconds. */
const SETTLING_MS = 15_000

/** What of axe’s rules a theme decides. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Fails when the screen has a serious or critical accessibility violation that stays, in the theme that is shown, or when something of it
 * cannot be read or reached at one of the sizes that every screen works at; says which elements.
 *
 * @param show brings the screen into view where the window has no room for it beside the rest
 */
export async function expectAccessible(
  page: Page,
  screen: string,
  show?: () => Promise<unknown>
): Promise<void> {
  await expectNoViolations(page, screen)
  await expectFits(page, screen, show)
}

/**
 * The same in both themes, as a system that prefers each would show it. What fits in one fits in the other: the sizes are walked once.
 * Names, roles and order are those of one theme too: the other is asked for its colours.
 *
 * @param picture its pictures are taken under this name, where they are wanted
 */
export async function expectAccessibleInBothThemes(
  page: Page,
  screen: string,
  picture?: string
): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await showTheme(page, theme)
    await expectNoViolations(page, `${screen}, ${theme}`, theme === 'dark' ? 'all' : 'colours')
    if (picture) await takeScreenshot(page, `${picture}-${theme}`)
  }
  await expectFits(page, screen)
}

/** Which rules a screen is held to: all, or those that look at its colours, where it was looked at in the other theme. */
export type Rules = 'all' | 'colours'

/** Fails when the screen has a serious or critical accessibility violation that stays; says which elements. */
export async function expectNoViolations(page: Page, screen: string, rules: Rules = 'all'): Promise<void> {
  const end = Date.now() + SETTLING_MS
  let serious = await violationsOn(page, rules)
  while (serious.length > 0 && Date.now() < end) serious = await violationsOn(page, rules)
  expect(serious, `axe on ${screen}`).toEqual([])
}

async function violationsOn(page: Page, rules: Rules) {
  await settled(page)
  // Through the debugger, not a script tag: the page's content security policy stays as it is.
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axe.source)
  const looked = page.evaluate(
    async (only) => {
      const result = await window.axe?.run(document, {
        resultTypes: ['violations'],
        ...(only && { runOnly: only })
      })
      return (result?.violations ?? []).map(({ id, impact, nodes }) => ({
        id,
        impact,
        where: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''}`).slice(0, 5)
      }))
    },
    rules === 'colours' && OF_COLOURS
  )
  const violations = await within('axe to look at the screen', looked)
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
}
